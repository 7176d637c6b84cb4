#pragma once
#include <sys/types.h>

#include <curl/curl.h>

// Swift cannot call variadic C functions: one shim for each type of argument.
static inline CURLcode sluice_easy_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode sluice_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode sluice_easy_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode sluice_easy_set_data_function(
    CURL *easy, CURLoption option, size_t (*function)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(easy, option, function);
}
static inline CURLcode sluice_easy_set_seek_function(CURL *easy, int (*function)(void *, curl_off_t, int)) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, function);
}
static inline CURLcode sluice_easy_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode sluice_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}
// nil where there is none; the text is the handle's own.
static inline const char *sluice_easy_get_text(CURL *easy, CURLINFO info) {
    char *text = NULL;
    return curl_easy_getinfo(easy, info, &text) == CURLE_OK ? text : NULL;
}
static inline CURLMcode sluice_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode sluice_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode sluice_multi_set_socket_function(
    CURLM *multi, int (*function)(CURL *, curl_socket_t, int, void *, void *)) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function);
}
static inline CURLMcode sluice_multi_set_timer_function(CURLM *multi, int (*function)(CURLM *, long, void *)) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, function);
}
// The result is in a union, which Swift reads less plainly.
static inline CURLcode sluice_message_result(const CURLMsg *message) { return message->data.result; }
