#!/usr/bin/env python3
"""Writes a text of 128 KiB in lines of 64 bytes that begin with their offset, so that any piece shows where it is from."""

import random
import sys

SIZE, LINE = 128 * 1024, 64
WORDS = (
    "aurora bank barge basin boat bridge channel cloud current dawn drift dusk eddy ferry flood foam ford frost gate "
    "gorge harbour heron ice island jetty keeper lake lantern ledge light lock meadow mill mist mole moon mud night "
    "north oar otter pebble pier pike pond pool quay rain raft reed ripple river rope shoal shore silt sluice snow "
    "spray spring star stone storm stream swan tide towpath tunnel valley wake water wave weir willow wind winter"
).split()


def line(offset, dice):
    text = f"{offset:08}"
    while len(text) < LINE - 1:
        text += " " + dice.choice(WORDS)
    return text[: LINE - 1] + "\n"


def main():
    dice = random.Random(64)
    with open(sys.argv[1], "w", encoding="ascii", newline="\n") as file:
        file.write("".join(line(offset, dice) for offset in range(0, SIZE, LINE)))


main()
