#pragma once

// The user and groups with whose permissions a thread opens files; Swift's module of the C library lacks the first
// header.
#if defined(__linux__)
#include <sys/fsuid.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/// Sets the supplementary groups of this thread; `setgroups` of the C library sets those of all threads.
static inline int set_thread_groups(size_t count, const gid_t *groups) {
  return (int)syscall(SYS_setgroups, count, groups);
}
#endif
