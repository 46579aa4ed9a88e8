"""Finds duplicates with Splink and dedupe. Reads {"records": [record with "id"], "pairs": [[id, id]], "least", "labels", "seconds"}
from standard input, and writes {"Splink": {"pairs": [[id, id]], "seconds"}, "dedupe": …}. Splink fits its model without labels.
dedupe asks about uncertain pairs, which the right answers label."""
import itertools
import json
import signal
import sys
import time
import warnings

warnings.filterwarnings("ignore")
fields = ["first_name", "last_name", "birth_date", "street", "postcode", "city", "email", "phone"]


def with_splink(given):
    import pandas
    import splink.comparison_library as compare
    from splink import Linker, SettingsCreator, block_on
    from splink.backends.duckdb import DuckDBAPI

    rows = [{"unique_id": record["id"], **{key: record.get(key) for key in fields}} for record in given["records"]]
    database = DuckDBAPI()
    table = database.register(pandas.DataFrame(rows).astype(object), dataset_display_name="customers")
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[
            compare.NameComparison("first_name"),
            compare.NameComparison("last_name"),
            compare.DateOfBirthComparison("birth_date", input_is_string=True),
            compare.JaroWinklerAtThresholds("street", [0.9, 0.8]),
            compare.ExactMatch("postcode"),
            compare.ExactMatch("city").configure(term_frequency_adjustments=True),
            compare.EmailComparison("email"),
            compare.ExactMatch("phone"),
        ],
        blocking_rules_to_generate_predictions=[
            block_on(key) for key in ("last_name", "first_name", "birth_date", "email", "postcode", "phone")
        ],
        probability_two_random_records_match=1 / len(rows),
    )
    linker = Linker(table, settings, log_level=None)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    for key in ("last_name", "birth_date"):
        linker.training.estimate_parameters_using_expectation_maximisation(block_on(key))
    found = linker.inference.predict(threshold_match_probability=given["least"]).as_record_list()
    return [[pair["unique_id_l"], pair["unique_id_r"]] for pair in found]


def with_dedupe(given):
    import random

    import dedupe

    random.seed(1)
    data = {record["id"]: {key: record.get(key) or None for key in fields} for record in given["records"]}
    id_of = {id(record): key for key, record in data.items()}
    variables = [dedupe.variables.String(key, has_missing=True) for key in fields]
    model = dedupe.Dedupe(variables, num_cores=1)
    true = {frozenset(pair) for pair in given["pairs"]}
    by_content = {tuple(sorted((k, str(v)) for k, v in record.items())): key for key, record in data.items()}
    key_of = lambda record: id_of.get(id(record)) or by_content[tuple(sorted((k, str(v)) for k, v in record.items()))]
    model.prepare_training(data, sample_size=3_000)
    for _ in range(given["labels"]):
        for pair in model.uncertain_pairs():
            is_same = frozenset(map(key_of, pair)) in true
            model.mark_pairs({"match": [pair], "distinct": []} if is_same else {"match": [], "distinct": [pair]})
    model.train(recall=0.95)
    clusters = model.partition(data, threshold=0.5)
    return [pair for ids, _ in clusters for pair in itertools.combinations(map(str, ids), 2)]


def stop(*_):
    raise TimeoutError("it takes too long")


def main():
    given = json.load(sys.stdin)
    signal.signal(signal.SIGALRM, stop)
    answers = {}
    for name, find in (("Splink", with_splink), ("dedupe", with_dedupe)):
        start = time.perf_counter()
        signal.alarm(given["seconds"])
        try:
            answers[name] = {"pairs": find(given), "seconds": time.perf_counter() - start}
        except Exception as error:
            answers[name] = {"error": f"{type(error).__name__}: {error}"[:200]}
        signal.alarm(0)
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
