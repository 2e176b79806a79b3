#!/bin/sh
# compile.sh COMPILER ARGUMENTS...: by ccache, where there is one, but for precompiled headers. While
# an old one lies there ccache takes that for the text of the new one, and may hand out another.
case " $* " in
*" -x c++-header "*) exec "$@" ;;
esac
# Without these ccache would keep nothing that uses a precompiled header.
CCACHE_SLOPPINESS=pch_defines,time_macros exec ccache "$@"
