"""Clones, fetches and pushes with libgit2, and prints what it sees as JSON."""

import json
import sys
from pathlib import Path

import pygit2

url, token, commit, folder = sys.argv[1:5]
callbacks = pygit2.RemoteCallbacks(credentials=pygit2.UserPass("git", token))
author = pygit2.Signature("Ada", "ada@example.com")


def count(repo: pygit2.Repository) -> int:
    return sum(1 for _ in repo.walk(repo.head.target))


full = pygit2.clone_repository(url, f"{folder}/full", callbacks=callbacks)
cloned = count(full)
shallow = count(pygit2.clone_repository(url, f"{folder}/shallow", callbacks=callbacks, depth=1))

by_id = pygit2.init_repository(f"{folder}/by-id", bare=True)
by_id.remotes.create_anonymous(url).fetch([f"{commit}:refs/heads/wanted"], callbacks=callbacks)

Path(f"{folder}/full/libgit2.md").write_text("libgit2\n")
full.index.add("libgit2.md")
full.index.write()
pushed = full.create_commit("HEAD", author, author, "Push", full.index.write_tree(), [full.head.target])
full.remotes["origin"].push(["refs/heads/main"], callbacks=callbacks)

print(json.dumps({"cloned": cloned, "shallow": shallow, "fetched": by_id[commit].message.strip(), "pushed": str(pushed)}))
