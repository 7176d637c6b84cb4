#pragma once
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

// The C library declares these two only under _GNU_SOURCE, which Swift's importer does not set.
#ifdef __linux__
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

static inline int sluice_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
static inline int sluice_close_from(posix_spawn_file_actions_t *actions, int from) {
    return posix_spawn_file_actions_addclosefrom_np(actions, from);
}
#endif
