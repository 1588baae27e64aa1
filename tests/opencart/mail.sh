#!/bin/sh
# Instead of sendmail: adds a mail to a file, with a line between two.
{ cat; printf '\n\0\n'; } >> "$1"
