"""The second verifier: its primitives against published values, its verdicts against the vectors."""

import copy
import json
import unittest

import fair_vectors
from primitives import chacha20_words, derive_key, hash32
from verify import Draws, Inadmissible, answer, read, verify

CONTEXT = "BLAKE3 2019-12-27 16:29:52 test vectors context"


class Primitives(unittest.TestCase):
    def test_blake3_gives_its_published_values(self):
        published = {0: "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
                     31744: "62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47"}
        for length, value in published.items():
            self.assertEqual(hash32(bytes(at % 251 for at in range(length))).hex(), value)
        self.assertEqual(derive_key(CONTEXT, b"").hex(),
                         "2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d")

    def test_chacha20_gives_the_blocks_of_rfc_8439(self):
        words = chacha20_words(bytes(32))
        block = [next(words) for _ in range(17)]
        self.assertEqual(block[:4], [0xADE0B876, 0x903DF1A0, 0xE56A5D40, 0x28BD8653])
        self.assertEqual(block[15:], [0x8665EEB2, 0xBEE7079F])

    def test_words_in_the_uneven_rest_are_thrown_away(self):
        bound = (1 << 31) + 1
        stream, draws = chacha20_words(bytes(32)), Draws(bytes(32))
        accepted = [word for word in (next(stream) for _ in range(64)) if word < bound]
        self.assertLess(len(accepted), 48)
        self.assertEqual([draws.below(bound) for _ in accepted], accepted)


class Verdicts(unittest.TestCase):
    def setUp(self):
        self.vectors = json.loads(fair_vectors.FILE.read_text())

    def test_the_rounds_of_the_vectors_are_good(self):
        for row in self.vectors["rounds"]:
            self.assertEqual(verify(row["proof"])["discrepancies"], [])
            self.assertEqual(answer(json.dumps(row["proof"]).encode())[0], 0)

    def test_the_falsehoods_of_the_vectors_are_found(self):
        for row in self.vectors["false"]:
            self.assertTrue(row["discrepancies"], row["change"])
            self.assertEqual(verify(row["proof"])["discrepancies"], row["discrepancies"])

    def test_what_is_no_proof_is_inadmissible(self):
        proof = self.vectors["rounds"][0]["proof"]
        for field, value in [("link", 4), ("link", 1.0), ("link", True), ("links", 0), ("table", "a b"), ("extra", 1),
                             ("seed", "AB" * 32), ("device", {"wheel": {"order": "1 1"}}), ("players", None),
                             ("players", [{"seat": 2, "seed": ""}, {"seat": 1, "seed": ""}]),
                             ("outcome", {"throw": [1, 2]})]:
            false = copy.deepcopy(proof)
            false[field] = value
            with self.assertRaises(Inadmissible, msg=f"{field} {value}"):
                read(json.dumps(false).encode())
        for text in ["", "[]", "null", '{"format": NaN}', "\ufeff{}", "[" * 100000]:
            self.assertEqual(answer(text.encode())[0], 2, text[:20])


if __name__ == "__main__":
    unittest.main()
