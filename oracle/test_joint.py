"""Tests of the variances of several stakes: against the stored ones, and against the chances of single wagers.

    python3 -m unittest discover -s oracle
"""

import unittest
from collections import Counter

import joint
import macau_odds


class Joint(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.deals = joint.coups(8)

    def test_the_stored_variances_are_those_of_every_coup(self):
        made = [f"{game}: {stakes}: {joint.variance(game, stakes, self.deals)}" for game, stakes in joint.STAKES]
        self.assertEqual(joint.FILE.read_text().splitlines(), made)

    def test_single_wagers_end_as_they_do_counted_by_value(self):
        for settled, due in ((joint.macau, macau_odds.baccarat(8)), (joint.ez_baccarat, macau_odds.ez_baccarat(8))):
            chances = Counter()
            for coup, chance in self.deals.items():
                for wager, end in settled(*coup).items():
                    chances[wager, end] += chance
            self.assertEqual(dict(chances), due)

    def test_stakes_against_each_other_have_less_variance_than_the_sum_of_each_alone(self):
        game = "mpumalanga/punto-banco"
        alone = sum(joint.variance(game, stake, self.deals) for stake in ("banco=100", "punto=100"))
        both = joint.variance(game, "banco=100 punto=100", self.deals)
        self.assertLess(both, alone / 100)


if __name__ == "__main__":
    unittest.main()
