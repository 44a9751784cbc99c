# Sourced by scripts with their arguments: for --help prints the comment at the head of the script, and ends it.
for argument in "$@"; do
  if [[ "$argument" == --help || "$argument" == -h ]]; then
    sed -n '2,${/^#/!q;s/^# \{0,1\}//p;}' "$0"
    exit 0
  fi
done
