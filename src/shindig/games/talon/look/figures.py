"""People of the Talon deck: faces, hair, crowns and hands that courts and trumps share. A face is round 0,124."""

from __future__ import annotations

from shindig.cards.faces.pips import line, path

from .palette import INK, LIPS, both, oval

NECK = "M-12 140H12V172Q0 182-12 172Z"
FACE = "M-26 112C-28 142-14 162 0 162S28 142 26 112C24 90-24 90-26 112Z"
BROWS = "M-18 117q6-5 13-1M5 116q7-4 13 1"
NOSE = "M2 122q4 9 2 12q-3 2-6 0"
MOUTH = "M-7 145q7 5 14 0"
HAND = "M-13-2C-13-12 13-12 13-2V6C13 16-13 16-13 6Z"
CROWN = "M-33 100L-40 58L-20 76L0 48L20 76L40 58L33 100Q0 92-33 100Z"
CROWN_BAND = "M-33 100Q0 92 33 100V111Q0 103-33 111Z"
TIARA = "M-30 102C-34 90-36 82-42 74Q-24 76-20 86Q-14 66 0 52Q14 66 20 86Q24 76 42 74C36 82 34 90 30 102Q0 92-30 102Z"
BEARD = "M-27 118C-32 150-22 186 0 196C22 186 32 150 27 118C23 138 14 136 0 136S-23 138-27 118Z"
MOUSTACHE = "M0 137C-8 132-18 136-20 146C-12 144-6 146 0 142C6 146 12 144 20 146C18 136 8 132 0 137Z"
LONG_HAIR = (
    "M0 82C-36 82-40 110-38 140C-36 170-54 190-50 226C-30 226-20 200-16 176H16C20 200 30 226 50 226"
    "C54 190 36 170 38 140C40 110 36 82 0 82Z"
)
SHORT_HAIR = "M0 84C-34 84-40 112-36 146C-34 156-26 160-18 158H18C26 160 34 156 36 146C40 112 34 84 0 84Z"
FRINGE = "M-28 124C-28 108-22 98-6 98C8 98 22 100 28 124C32 100 22 84 0 84S-32 100-28 124Z"


def features(skin: str) -> str:
    """Draw a face with its neck, looking at the viewer."""
    return (
        path(NECK, skin)
        + path(FACE, skin)
        + line(BROWS, INK, 2.4)
        + both(oval(11, 124, 3, 3.4, INK))
        + line(NOSE, INK, 1.8)
        + line(MOUTH, LIPS, 2.6)
    )
