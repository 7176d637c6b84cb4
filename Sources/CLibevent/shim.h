#pragma once
// First: without it a clean build that also imports Foundation breaks on fd_set.
#include <sys/types.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <event2/util.h>

#ifdef __linux__
#include <sys/prctl.h>
#else
#include <pthread.h>
#endif

// The two systems disagree about the arguments, and Glibc hides its function from Swift.
static inline void shim_name_thread(const char *name) {
#ifdef __linux__
    prctl(PR_SET_NAME, name);
#else
    pthread_setname_np(name);
#endif
}
