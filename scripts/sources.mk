# SPDX-License-Identifier: GPL-2.0-only
# Host programs and what they are made of, for their own build and the tests'.

PROGRAMS := rbcheck rbcompare rbjoin rbktap rbsweep

record-y := path problem record schema
sides-y := $(record-y) sample sides

rbcheck-y := rbcheck check $(sides-y)
rbcompare-y := rbcompare compare functions header metric number sheet state \
	workload $(sides-y)
rbjoin-y := rbjoin append config_hash join $(record-y)
rbktap-y := rbktap ktap
rbsweep-y := rbsweep number sheet state sweep sweep_page $(sides-y)

rbcheck-l := -lgsl -lgslcblas -ljansson -lm
rbcompare-l := -lgsl -lgslcblas -ljansson -lm
rbjoin-l := -lcrypto -ljansson
rbsweep-l := -lgsl -lgslcblas -ljansson -lm
