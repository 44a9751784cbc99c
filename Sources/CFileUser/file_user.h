#pragma once

// The user and group with whose permissions a thread opens files; Swift's module of the C library lacks this header.
#if defined(__linux__)
#include <sys/fsuid.h>
#endif
