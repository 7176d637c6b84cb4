#pragma once
#include <sys/types.h>

#include <getopt.h>

// getopt_long speaks through globals, which Swift cannot read safely; its one caller holds a lock.
static inline void sluice_getopt_rewind(void) {
    opterr = 0;
#ifdef __GLIBC__
    optind = 0;
#else
    optind = 1;
    optreset = 1;
#endif
}
static inline int sluice_getopt_index(void) { return optind; }
static inline int sluice_getopt_letter(void) { return optopt; }
static inline const char *sluice_getopt_value(void) { return optarg; }
