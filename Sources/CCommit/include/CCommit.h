/// The commit from which the program was built: twelve hexadecimal digits, or an empty text outside of a repository.
const char *vicinity_commit(void);
