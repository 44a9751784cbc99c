#include "CCommit.h"

// Package.swift defines it.
#define TEXT_OF(word) #word
#define TEXT(word) TEXT_OF(word)

const char *vicinity_commit(void) { return TEXT(VICINITY_COMMIT); }
