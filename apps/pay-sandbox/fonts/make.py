"""
Makes NotoSansHK-Regular.ttf of the files of @fontsource/noto-sans-hk 5.3.0, once:

    npm pack @fontsource/noto-sans-hk@5.3.0 && tar xzf fontsource-noto-sans-hk-5.3.0.tgz
    pip install fonttools==4.66.1 && python make.py package/files NotoSansHK-Regular.ttf

pdfkit makes small subsets of TrueType alone. The set for Hong Kong lacks the full-width marks of Chinese: they come
from three of the numbered sets.
"""

import sys

from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

MARKS = {"115": "；～", "118": "！（）？", "119": "，："}

files, made = sys.argv[1:]


def load(part):
    return TTFont(f"{files}/noto-sans-hk-{part}-400-normal.woff", recalcTimestamp=False)


font = load("chinese-hongkong")
for part, marks in MARKS.items():
    donor = load(part)
    assert donor["head"].unitsPerEm == font["head"].unitsPerEm
    for mark in marks:
        source, name = donor.getBestCmap()[ord(mark)], f"uni{ord(mark):04X}"
        pen = TTGlyphPen(None)
        donor.getGlyphSet()[source].draw(pen)
        font.setGlyphOrder([*font.getGlyphOrder(), name])
        font["glyf"].glyphs[name] = pen.glyph()
        font["glyf"].glyphOrder = font.getGlyphOrder()
        font["hmtx"][name] = donor["hmtx"][source]
        font["vmtx"][name] = donor["vmtx"][source]
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(mark)] = name
font.flavor = None
font.save(made)
