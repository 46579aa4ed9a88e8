"""Clones, fetches and pushes with dulwich in one protocol version, and prints what it sees as JSON."""

import json
import sys
from pathlib import Path

from dulwich import porcelain
from dulwich.client import get_transport_and_path
from dulwich.repo import Repo

url, token, commit, folder, version = sys.argv[1:6]
login = {"username": "git", "password": token}
author = b"Ada <ada@example.com>"


def clone(name: str, **options: object) -> Repo:
    return porcelain.clone(
        url, f"{folder}/{name}", errstream=porcelain.NoneStream(), protocol_version=int(version), **login, **options
    )


full = clone("full")
cloned = len(list(full.get_walker()))
shallow = len(list(clone("shallow", depth=1).get_walker()))
partial = clone("partial", checkout=False, filter_spec="blob:none")
files = [entry.sha for entry in partial[partial[partial.head()].tree].items()]

by_id = Repo.init(f"{folder}/by-id", mkdir=True)
client, path = get_transport_and_path(url, **login)
client.fetch(path, by_id, lambda refs, depth=None: [commit.encode()], protocol_version=int(version))

Path(f"{folder}/full/dulwich.md").write_text("dulwich\n")
porcelain.add(full, paths=[f"{folder}/full/dulwich.md"])
pushed = porcelain.commit(full, message=b"Push", author=author, committer=author)
porcelain.push(full, url, "refs/heads/main", outstream=porcelain.NoneStream(), errstream=porcelain.NoneStream(), **login)

print(
    json.dumps(
        {
            "cloned": cloned,
            "shallow": shallow,
            "missing": sum(sha not in partial.object_store for sha in files),
            "fetched": by_id[commit.encode()].message.decode().strip(),
            "pushed": pushed.decode(),
        }
    )
)
