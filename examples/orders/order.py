"""Takes an order with the Python client. See README.md."""

import os
import re
import sys

from tessera import call, connect
from tessera_client import AuthenticatedClient
from tessera_client.api.collections import collections_query, collections_resolve_records
from tessera_client.models import QueryResult as Found
from tessera_client.models import QueryInput, ResolutionRequestInput

CUSTOMERS, PRODUCTS = "order_customers", "order_products"
NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
AMOUNT = r"\d{1,4}|" + "|".join(NUMBERS)
LINE = re.compile(rf"(?:({AMOUNT})(?:\s*(?:x|pcs|pieces?|units?|packs?))?\s+(?:of\s+)?)?(?:the\s+)?(.+)", re.I)
SEPARATOR = re.compile(rf"[;\n]|,(?!\d)|\sand(?=\s+(?:{AMOUNT})\s)", re.I)
BUYER = re.compile(r"\s+(?:that|which)\s+\w+\s+(?:bought|ordered|got|wanted)$", re.I)


def read_order(text: str) -> tuple[str | None, list[tuple[int, str]]]:
    """The customer and the lines of a text. A model does this better; what follows is the same."""
    headed = re.fullmatch(r"for\s+([^:\n]+):\s*(.+)", text.strip(), re.I | re.S)
    ended = re.fullmatch(r"(.+)\sfor\s+(?:the\s+)?([^,;:\n]+?)[.!]*", text.strip(), re.I | re.S)
    if headed:
        customer, order = headed.groups()
    elif ended:
        order, customer = ended.groups()
    else:
        customer, order = None, text
    lines = []
    for part in filter(None, (BUYER.sub("", part.strip()) for part in SEPARATOR.split(order))):
        many, what = LINE.fullmatch(part).groups()  # type: ignore[union-attr]
        lines.append((1 if many is None else NUMBERS.get(many.lower()) or int(many), what))
    return customer, lines


def ask(question: str, choices: list[str]) -> str:
    print("\n".join([question, *(f"  - {choice}" for choice in choices)]))
    return sys.stdin.readline().strip()


def named(found: Found) -> str:
    return f"{found.attributes['name']} ({found.external_id})"


def settled(client: AuthenticatedClient, collection: str, texts: list[str]) -> list[Found | None]:
    """The record of each text: that of `high`, or the one that a person chooses for `low`."""
    body = ResolutionRequestInput.from_dict({"queries": [{"query": text} for text in texts]})
    outcomes = call(collections_resolve_records.sync, collection, client=client, body=body).to_dict()["results"]
    found: list[Found | None] = []
    for text, outcome in zip(texts, outcomes, strict=True):
        confidence = outcome.get("confidence", "none")
        if confidence == "none":
            print(f'There is nothing like "{text}".')
        certain = Found.from_dict(outcome["result"]) if confidence == "high" else None
        found.append(chosen(client, collection, text) if confidence == "low" else certain)
    return found


def chosen(client: AuthenticatedClient, collection: str, text: str) -> Found | None:
    answer = call(collections_query.sync, collection, client=client, body=QueryInput(query=text))
    left = answer.results
    by = answer.to_dict().get("disambiguate_by")
    if by is not None:
        ids = {value["value"] or "none": value["external_ids"] for value in by["values"]}
        wanted = ids.get(ask(f'"{text}" could be several. Which {by["field"]}?', list(ids)), [])
        left = [found for found in left if found.external_id in wanted]
    if len(left) < 2:
        return left[0] if left else None
    name = ask(f'Which one is "{text}"?', [named(found) for found in left])
    return next((found for found in left if named(found) == name), None)


def main() -> None:
    customer, lines = read_order(" ".join(sys.argv[1:]))
    with connect(os.environ.get("SVC_BASE_URL", "http://127.0.0.1:8080"), os.environ["SVC_TOKEN"]) as client:
        [buyer] = settled(client, CUSTOMERS, [customer or ask("Which customer is it for?", [])])
        products = settled(client, PRODUCTS, [text for _, text in lines])
    if buyer is None or None in products:
        sys.exit("Not ordered.")
    print(f"Receipt for {named(buyer)}")
    for (many, _), product in zip(lines, products, strict=True):
        print(f"{many} x {product and named(product)}")


main()
