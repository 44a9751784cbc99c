// The session extension of SQLite (https://sqlite.org/sessionintro.html), which sqlite3.h declares only for programs
// that define these.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

/// Swift does not import functions with a variable number of arguments.
static inline int vicinity_disable_triggers(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
}
