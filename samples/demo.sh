#!/bin/sh
# The main job, end to end: an intent becomes a configuration, somebody else's configuration is judged, a number is explained.
# Run by `make demo`; needs `roceconf` on the PATH.
cd "$(dirname "$0")/.." || exit 2
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT || exit 2

bold='' plain=''
[ ! -t 1 ] || [ -n "$NO_COLOR" ] || [ "$TERM" = dumb ] || { bold=$(printf '\033[1m') plain=$(printf '\033[0m'); }
title() { printf '\n%s# %s%s\n' "$bold" "$1" "$plain"; }
run() {
    printf '$ %s\n' "$*" | sed "s#$work#out#g"
    "$@" >"$work/.said" 2>&1
    code=$?
    sed "s#$work#out#g" "$work/.said" | head -n "${LINES_SHOWN:-40}"
    [ "$(wc -l <"$work/.said")" -le "${LINES_SHOWN:-40}" ] || echo '...'
    return $code
}
expect() { [ "$1" -eq "$2" ] || { echo "demo: exit code $1 where $2 was expected" >&2; exit 1; }; }

title "What is wanted, in a few lines"
grep -v '^#' samples/intents/sonic-leaf.yaml

title "The configuration that says it, with the reason of every number"
run roceconf render samples/intents/sonic-leaf.yaml -o "$work"; expect $? 0

title "The whole plan: every number, who says it, its margins, what the device keeps for itself"
COLUMNS=120 LINES_SHOWN=18 run roceconf plan samples/intents/sonic-leaf.yaml; expect $? 0

title "What was rendered lints clean"
run roceconf lint "$work/config_db.json"; expect $? 0

title "Arista EOS, a 64-port leaf with honest mistakes: each by line, with its numbers and its remedy"
LINES_SHOWN=48 run roceconf lint samples/eos/leaf-7060dx5-mistakes.cfg; expect $? 1

title "Where a number comes from"
LINES_SHOWN=12 run roceconf explain headroom --asic th5 --speed 400G --cable 40m; expect $? 0
