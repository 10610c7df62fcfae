#!/bin/sh
# Convert the digits net to int8 C for a Cortex-M4, prove it on 500 images, print the report, write it as a page beside the
# folder.  Needs edgec on PATH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/out}
edgec convert "$here/digits.onnx" --target cortex-m4 --calibration "$here/calibration.npz" --output "$out" >/dev/null
edgec verify "$out" --data "$here/evaluation.npz"
echo
edgec report "$out"
echo
edgec report "$out" --format html --data "$here/evaluation.npz" --output "$out-report.html"
echo "The page, for any browser: $out-report.html"
