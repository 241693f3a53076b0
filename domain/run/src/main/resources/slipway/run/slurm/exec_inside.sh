# Executes the command of an exec session inside the job's sandbox: exec_inside.sh ID FOLDER COMMAND..., with the job's
# variables on file descriptor 9. They are exported in here and not outside: one of them could name a library that a
# program of ours would load outside the sandbox.
id=$1 here=$2
shift 2
eval "$(sed -z -e "s/'/'\\\\''/g" -e "s/^\([A-Za-z_][A-Za-z0-9_]*\)=\(.*\)\$/export \1='\2'/" -e t -e d <&9 | tr '\0' '\n')"
exec 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-
export SLIPWAY_VISIT="$id"
cd "$here" 2>/dev/null || cd "$SLIPWAY_DIRECTORY/work"
exec "$@"
