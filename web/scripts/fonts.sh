#!/usr/bin/env bash
# Makes the font files under src/app/fonts. Run it only to change a subset: the results are committed.
# Needs npm and Python; everything it fetches comes from the two package registries.
#
# Why own subsets: the rupee sign is not in the "latin" subset that font services deliver, and a second
# file for one sign would arrive after the first amounts are painted.
set -euo pipefail
out=$(cd "$(dirname "$0")/../src/app/fonts" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
python3 -m venv tools
tools/bin/pip --quiet install 'fonttools==4.60.1' 'brotli==1.1.0'
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  @ibm/plex-sans-variable@0.2.0 @fontsource/ibm-plex-sans-devanagari@5 @fontsource-variable/anek-latin@5

latin='U+0020-007E,U+00A0-00FF,U+0131,U+0152,U+0153,U+02C6,U+02DA,U+02DC,U+2002-200B,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2032,U+2033,U+2039,U+203A,U+2044,U+20AC,U+20B9,U+2122,U+2190-2193,U+2212'
features='kern,liga,calt,ccmp,locl,mark,mkmk,tnum,lnum,zero'

plex=$(find node_modules/@ibm/plex-sans-variable -name '*Var-Roman.ttf' -path '*complete*')
# The width axis is not used; without it the file is half as large.
tools/bin/fonttools varLib.instancer --quiet --output plex.ttf "$plex" wdth=100
# "Plex" is a reserved font name: a changed file may not carry it, so only copyright and licence stay (0, 13, 14).
tools/bin/pyftsubset plex.ttf --unicodes="$latin" --name-IDs='0,13,14' --layout-features="$features" --flavor=woff2 \
  --output-file="$out/plex-latin.woff2"

for weight in 400 600; do
  cp "node_modules/@fontsource/ibm-plex-sans-devanagari/files/ibm-plex-sans-devanagari-devanagari-$weight-normal.woff2" \
    "$out/plex-devanagari-$weight.woff2"
done
# Headings have one weight and no accents: a tenth of the whole font, small enough to come before the first paint.
anek=node_modules/@fontsource-variable/anek-latin/files/anek-latin-latin-wght-normal.woff2
tools/bin/fonttools varLib.instancer --quiet --output anek.ttf "$anek" wght=640
tools/bin/pyftsubset anek.ttf --unicodes='U+0020-007E,U+00A0,U+00A9,U+00D7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2026,U+2212' \
  --layout-features="$features" --flavor=woff2 --output-file="$out/anek-latin.woff2"
ls -l "$out"
