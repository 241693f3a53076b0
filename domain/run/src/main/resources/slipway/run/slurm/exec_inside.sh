# Becomes a command beside a job, where the job is: exec_inside.sh ID FOLDER COMMAND..., with the job's variables as file 9. They
# are read in here and not outside, where one of them could be a library that a program of ours would load.
id=$1 here=$2
shift 2
eval "$(sed -z -e "s/'/'\\\\''/g" -e "s/^\([A-Za-z_][A-Za-z0-9_]*\)=\(.*\)\$/export \1='\2'/" -e t -e d <&9 | tr '\0' '\n')"
exec 9<&-
export SLIPWAY_VISIT="$id"
cd "$here" 2>/dev/null || cd "$SLIPWAY_DIRECTORY/work"
exec "$@"
