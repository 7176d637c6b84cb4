#pragma once
#include <sys/types.h>

#include <curl/curl.h>

// Swift cannot call variadic C functions: one shim for each type of argument.
static inline CURLcode sluice_easy_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode sluice_easy_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}
