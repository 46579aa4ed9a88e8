"""Links records by their fields with Splink and with recordlinkage, both without labels and with the comparisons that their
documentation suggests. Reads {"mentions": [record], "records": [record with "id"], "least"} from standard input, and writes
{"Splink": {"links": [id | null], "seconds"}, "recordlinkage": …}: the best record of each mention with a probability of at
least that."""
import json
import re
import sys
import time
import warnings

import pandas
import recordlinkage
import splink.comparison_library as compare
from splink import Linker, SettingsCreator, block_on
from splink.backends.duckdb import DuckDBAPI

warnings.filterwarnings("ignore")
people = ["first_name", "last_name", "birth_date", "street", "postcode", "city", "email", "phone"]


def table(records, prefix):
    rows = []
    for at, record in enumerate(records):
        row = {key: str(value) for key, value in record.items() if value not in (None, "") and key != "description"}
        row["unique_id"] = row.pop("id", f"{prefix}{at}")
        if "title" in row:
            row["name"] = row.pop("title")
        if "name" in row:
            row["words"] = sorted(set(re.findall(r"\w+", row["name"].lower())))
        rows.append(row)
    return pandas.DataFrame(rows).astype(object)


def best(pairs, count):
    found = {}
    for mention, record, probability in pairs:
        if probability > found.get(mention, ("", -1))[1]:
            found[mention] = (record, probability)
    return [found.get(f"m{at}", (None,))[0] for at in range(count)]


def with_splink(mentions, records, least, are_people):
    database = DuckDBAPI()
    frames = [database.register(mentions, dataset_display_name="mentions"), database.register(records, dataset_display_name="records")]
    if are_people:
        comparisons = [
            compare.NameComparison("first_name"),
            compare.NameComparison("last_name"),
            compare.DateOfBirthComparison("birth_date", input_is_string=True),
            compare.JaroWinklerAtThresholds("street", [0.9, 0.8]),
            compare.ExactMatch("postcode"),
            compare.ExactMatch("city").configure(term_frequency_adjustments=True),
            compare.EmailComparison("email"),
            compare.ExactMatch("phone"),
        ]
        blocking = [block_on(key) for key in ("last_name", "first_name", "birth_date", "email", "postcode")]
        training = ["last_name", "birth_date"]
    else:
        comparisons = [
            compare.JaroWinklerAtThresholds("name", [0.95, 0.9, 0.8]),
            compare.ArrayIntersectAtSizes("words", [5, 4, 3, 2, 1]),
            compare.ExactMatch("price"),
            *(compare.ExactMatch(key) for key in ("modelno", "brand") if key in records),
        ]
        blocking = [block_on("words", arrays_to_explode=["words"])]
        training = ["price"]
    settings = SettingsCreator(
        link_type="link_only",
        comparisons=comparisons,
        blocking_rules_to_generate_predictions=blocking,
        probability_two_random_records_match=1 / len(records),
        retain_matching_columns=False,
    )
    linker = Linker(frames, settings, log_level=None)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    for key in training:
        linker.training.estimate_parameters_using_expectation_maximisation(block_on(key))
    pairs = []
    for pair in linker.inference.predict(threshold_match_probability=least).as_record_list():
        ids = [pair["unique_id_l"], pair["unique_id_r"]]
        if pair["source_dataset_l"] != "mentions":
            ids.reverse()
        pairs.append((*ids, pair["match_probability"]))
    return best(pairs, len(mentions))


def with_recordlinkage(mentions, records, least, are_people):
    left, right = mentions.set_index("unique_id"), records.set_index("unique_id")
    index, features = recordlinkage.Index(), recordlinkage.Compare()
    if are_people:
        for key in ("last_name", "first_name", "birth_date", "email", "postcode"):
            index.block(key)
        for key in people:
            is_text = key in ("first_name", "last_name", "street", "city", "email")
            features.string(key, key, method="jarowinkler", threshold=0.85) if is_text else features.exact(key, key)
    else:
        index.full()
        features.string("name", "name", method="jarowinkler", threshold=0.85)
        for key in ("price", "modelno", "brand"):
            if key in records:
                features.exact(key, key)
    vectors = features.compute(index.index(left, right), left, right)
    model = recordlinkage.ECMClassifier()
    model.fit(vectors)
    found = model.prob(vectors)
    pairs = [(mention, record, each) for (mention, record), each in found[found >= least].items()]
    return best(pairs, len(mentions))


def main():
    given = json.load(sys.stdin)
    mentions, records = table(given["mentions"], "m"), table(given["records"], "r")
    for column in set(mentions) ^ set(records):
        (mentions if column in records else records)[column] = None
    are_people = "last_name" in records
    answers = {}
    for name, link in (("Splink", with_splink), ("recordlinkage", with_recordlinkage)):
        start = time.perf_counter()
        try:
            links = link(mentions, records, given["least"], are_people)
            answers[name] = {"links": links, "seconds": time.perf_counter() - start}
        except Exception as error:
            answers[name] = {"error": f"{type(error).__name__}: {error}"[:200]}
    json.dump(answers, sys.stdout)


main()
