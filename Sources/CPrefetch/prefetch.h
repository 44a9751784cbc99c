#pragma once

// Asks the processor to bring the cache line at an address nearer; Swift has no word for it. Any address is allowed.
static inline __attribute__((always_inline)) void prefetch_line(const void *address) { __builtin_prefetch(address, 0, 3); }
