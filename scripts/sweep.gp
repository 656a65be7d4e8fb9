# SPDX-License-Identifier: GPL-2.0-only
# gnuplot -c sweep.gp DATA SVG TITLE
# Draws the numbers of rbsweep --plot. On a white ground of its own, for a page
# may be light or dark.
data = ARG1
set terminal svg size 860,860 dynamic font "sans-serif,14" background rgb "white"
set output ARG2
set datafile separator tab
set datafile missing "?"
stats data using 2 every ::1 nooutput
cpus = STATS_blocks

colour(i) = i == 0 ? 0x0072b2 : i == 1 ? 0xd55e00 : 0x009e73
open(i) = i == 0 ? 6 : 4
filled(i) = i == 0 ? 7 : 5

set border 3 lc rgb "#404040"
set tics nomirror out
set grid ytics lc rgb "#d0d0d0" lw 1
set logscale y
set format y "%.10g"
set xlabel "folio size and mapping"
set key outside top center horizontal samplen 2 font ",12"
set offsets 0.3, 0.3, 0, 0

set multiplot layout 2,1 title ARG3 font ",16"
set ylabel "instructions per reclaimed 4K page (log)"
plot for [i=0:cpus-1] data index i using 0:2:xtic(1) with linespoints \
	lc rgb colour(i) lw 2 dt 2 pt open(i) ps 1.3 title columnheader(2), \
	for [i=0:cpus-1] data index i using 0:3:xtic(1) with linespoints \
	lc rgb colour(i) lw 2 dt 1 pt filled(i) ps 0.9 title columnheader(3)
unset key
set ylabel "TLBIs per reclaimed 4K page (log)"
plot for [i=0:cpus-1] data index i using 0:4:xtic(1) with linespoints \
	lc rgb colour(i) lw 2 dt 2 pt open(i) ps 1.3 title columnheader(4), \
	for [i=0:cpus-1] data index i using 0:5:xtic(1) with linespoints \
	lc rgb colour(i) lw 2 dt 1 pt filled(i) ps 0.9 title columnheader(5)
unset multiplot
