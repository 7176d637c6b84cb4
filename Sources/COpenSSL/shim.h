#pragma once
#include <sys/types.h>

#include <openssl/evp.h>
