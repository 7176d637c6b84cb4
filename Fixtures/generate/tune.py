#!/usr/bin/env python3
"""Writes our tune, "Still Water", as a standard MIDI file: eight bars at 96 beats a minute, twenty seconds."""

import random
import struct
import sys

TICKS = 480
BEATS_PER_MINUTE = 96
GUITAR, STRINGS, BASS, FLUTE, CELESTA, DRUMS = 0, 1, 2, 3, 4, 9
PROGRAMS = {GUITAR: 24, STRINGS: 49, BASS: 35, FLUTE: 73, CELESTA: 8}
VOLUMES = {GUITAR: 96, STRINGS: 70, BASS: 104, FLUTE: 100, CELESTA: 62, DRUMS: 92}
PANS = {GUITAR: 44, STRINGS: 84, BASS: 64, FLUTE: 70, CELESTA: 30, DRUMS: 64}
REVERBS = {GUITAR: 50, STRINGS: 80, BASS: 12, FLUTE: 72, CELESTA: 96, DRUMS: 28}

# Bass note and the notes above it, lowest first; one entry for each half bar.
E_MINOR_9 = (40, [52, 59, 62, 66, 67])
C_MAJOR_9 = (36, [55, 59, 62, 64, 67])
G_ADD_9 = (43, [55, 59, 62, 67, 69])
D_OVER_FS = (42, [54, 57, 62, 64, 69])
A_MINOR_9 = (45, [52, 57, 60, 62, 67])
G_OVER_B = (47, [55, 59, 62, 64, 67])
D_SUS = (38, [55, 57, 62, 64, 69])
CHORDS = [
    E_MINOR_9, E_MINOR_9, C_MAJOR_9, C_MAJOR_9, G_ADD_9, G_ADD_9, D_OVER_FS, D_OVER_FS,
    A_MINOR_9, A_MINOR_9, G_OVER_B, E_MINOR_9, C_MAJOR_9, D_SUS, G_ADD_9, G_ADD_9,
]
REST = None
MELODY = [
    (REST, 1), (71, 0.5), (74, 0.5), (76, 1.5), (78, 0.5),
    (79, 1.5), (78, 0.5), (76, 1), (74, 1),
    (71, 2.5), (69, 0.5), (71, 0.5), (74, 0.5),
    (69, 3), (REST, 0.5), (71, 0.5),
    (72, 1), (71, 0.5), (72, 0.5), (76, 1.5), (79, 0.5),
    (78, 1), (76, 0.5), (74, 0.5), (71, 1.5), (71, 0.5),
    (72, 0.75), (74, 0.75), (76, 0.5), (78, 0.75), (79, 0.75), (81, 0.5),
    (83, 0.5), (79, 3.5),
]


class Song:
    def __init__(self):
        self.hand = random.Random(96)
        self.events = []

    def note(self, channel, key, beat, beats, velocity, loose=True):
        """Adds a note, a few milliseconds and a little force off, as a hand would."""
        shift = self.hand.uniform(-6, 6) if loose else 0
        start = max(0, round(beat * TICKS + shift))
        force = max(1, min(127, round(velocity + self.hand.uniform(-5, 5))))
        self.events.append((start, 1, bytes([0x90 | channel, key, force])))
        self.events.append((start + round(beats * TICKS), 0, bytes([0x80 | channel, key, 0])))

    def control(self, channel, number, value, beat=0):
        self.events.append((round(beat * TICKS), 0, bytes([0xB0 | channel, number, value])))

    def bytes(self):
        track = b"\x00\xff\x51\x03" + struct.pack(">I", 60_000_000 // BEATS_PER_MINUTE)[1:]
        now = 0
        for tick, _, message in sorted(self.events):
            track += variable_length(tick - now) + message
            now = tick
        track += b"\x00\xff\x2f\x00"
        return struct.pack(">4sIHHH4sI", b"MThd", 6, 0, 1, TICKS, b"MTrk", len(track)) + track


def variable_length(number):
    groups = [number & 0x7F]
    while number := number >> 7:
        groups.insert(0, number & 0x7F | 0x80)
    return bytes(groups)


def harmony(song):
    for half, (root, voices) in enumerate(CHORDS):
        beat, last = half * 2, half >= len(CHORDS) - 2
        if last and half % 2:
            continue
        if half % 2 == 0 or CHORDS[half - 1] != CHORDS[half]:
            whole = half + 1 < len(CHORDS) and CHORDS[half + 1] == CHORDS[half]
            for key in voices[1:4]:
                song.note(STRINGS, key + 12 if key < 60 else key, beat, 4 if whole else 2, 54 + half, loose=False)
        if last:
            for step, key in enumerate([root] + voices):
                song.note(GUITAR, key, beat + step * 0.09, 3.8, 74)
            song.note(BASS, root - 12, beat, 3.8, 84)
            continue
        for step, voice in enumerate([0, 2, 3, 4] if half % 2 == 0 else [1, 3, 4, 2]):
            song.note(GUITAR, voices[voice], beat + step / 2, 1.1, 78 if step == 0 else 62)
        if half >= 4:
            song.note(BASS, root - 12 if root > 40 else root, beat, 1.4, 92)
            song.note(BASS, root if root > 40 else root + 12, beat + 1.5, 0.45, 74)
        elif half % 2 == 0:
            song.note(BASS, root, beat, 3.6, 80)


def melody(song):
    beat = 0
    for key, beats in MELODY:
        if key is not REST:
            song.note(FLUTE, key, beat, beats * 0.96, 92 if beats >= 1 else 82)
            if beat >= 16:
                song.note(CELESTA, key + 12, beat, beats, 66)
        beat += beats
    assert beat == 32, beat


def drums(song):
    kick, stick, snare, hat, open_hat, crash, shaker = 36, 37, 38, 42, 46, 49, 70
    for bar in range(7):
        start = bar * 4
        for step in range(16):
            if step % 2 == 0 or bar >= 4:
                song.note(DRUMS, shaker, start + step / 4, 0.2, 52 if step % 4 == 2 else 34)
        if bar < 2:
            continue
        for beat in (0, 2.5) if bar % 2 == 0 else (0, 1.75, 2.5):
            song.note(DRUMS, kick, start + beat, 0.3, 88)
        for beat in (1, 3):
            song.note(DRUMS, stick if bar < 4 else snare, start + beat, 0.3, 66)
        for step in range(8):
            which = open_hat if step == 7 and bar % 2 else hat
            song.note(DRUMS, which, start + step / 2, 0.3, 62 if step % 2 == 0 else 44)
    song.note(DRUMS, crash, 16, 2, 62)
    for step, velocity in enumerate((50, 60, 72, 84)):
        song.note(DRUMS, snare, 27 + step / 4, 0.2, velocity)
    song.note(DRUMS, kick, 28, 0.5, 92)
    song.note(DRUMS, crash, 28, 3, 76)


def main():
    song = Song()
    for channel, program in PROGRAMS.items():
        song.events.append((0, 0, bytes([0xC0 | channel, program])))
    for numbers, number in ((VOLUMES, 7), (PANS, 10), (REVERBS, 91)):
        for channel, value in numbers.items():
            song.control(channel, number, value)
    harmony(song)
    melody(song)
    drums(song)
    with open(sys.argv[1], "wb") as file:
        file.write(song.bytes())


main()
