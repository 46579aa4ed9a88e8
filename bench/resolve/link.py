"""Links mentions to records with Splink, without labels. Reads {"mentions": [text], "records": [{"id", "name"}], "least"} from
standard input and writes {"links": [id | null], "seconds"}: the best record of each mention with a probability of at least that."""
import json
import re
import sys
import time

import pyarrow
import splink.comparison_library as compare
from splink import Linker, SettingsCreator, block_on
from splink.backends.duckdb import DuckDBAPI


def table(texts):
    rows = []
    for id, text in texts:
        name = text.lower()
        words = sorted(set(re.findall(r"\w+", name)))
        codes = [word for word in words if re.search(r"\d", word)]
        ends = {"first": name.split()[0], "longest": max(words, key=len)} if words else {"first": "", "longest": ""}
        rows.append({"unique_id": id, "name": name, "words": words, "codes": codes, **ends})
    return pyarrow.Table.from_pylist(rows)


def main():
    given = json.load(sys.stdin)
    start = time.perf_counter()
    mentions = table((f"m{at}", text) for at, text in enumerate(given["mentions"]))
    records = table((record["id"], record["name"]) for record in given["records"])
    database = DuckDBAPI()
    frames = [database.register(mentions, dataset_display_name="mentions"), database.register(records, dataset_display_name="records")]
    settings = SettingsCreator(
        link_type="link_only",
        comparisons=[
            compare.JaroWinklerAtThresholds("name", [0.95, 0.9, 0.8]),
            compare.ArrayIntersectAtSizes("words", [5, 4, 3, 2, 1]),
            compare.ArrayIntersectAtSizes("codes", [2, 1]),
        ],
        blocking_rules_to_generate_predictions=[block_on("words", arrays_to_explode=["words"])],
        probability_two_random_records_match=1 / records.num_rows,
        retain_matching_columns=False,
    )
    linker = Linker(frames, settings, log_level=None)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
    # Training cannot block on elements of lists, so it uses pairs with the same first or longest word.
    for key in ("first", "longest"):
        linker.training.estimate_parameters_using_expectation_maximisation(block_on(key))
    best = {}
    # By default Splink keeps every pair with its columns, which takes longer than scoring.
    found = linker.inference.predict(threshold_match_probability=given["least"])
    for pair in found.as_record_list():
        ids = [pair["unique_id_l"], pair["unique_id_r"]]
        if pair["source_dataset_l"] != "mentions":
            ids.reverse()
        if pair["match_probability"] > best.get(ids[0], ("", -1))[1]:
            best[ids[0]] = (ids[1], pair["match_probability"])
    links = [best.get(f"m{at}", (None,))[0] for at in range(len(given["mentions"]))]
    json.dump({"links": links, "seconds": time.perf_counter() - start}, sys.stdout)


main()
