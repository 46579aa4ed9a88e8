// Clones, fetches and pushes with go-git, and prints what it sees as JSON.
package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/transport/http"
)

func must[Value any](value Value, err error) Value {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func count(repo *git.Repository) int {
	commits := 0
	check(must(repo.CommitObjects()).ForEach(func(*object.Commit) error {
		commits++
		return nil
	}))
	return commits
}

func main() {
	url, token, commit, folder := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	auth := &http.BasicAuth{Username: "git", Password: token}
	path := filepath.Join(folder, "full")
	full := must(git.PlainClone(path, false, &git.CloneOptions{URL: url, Auth: auth}))
	cloned := count(full)
	options := &git.CloneOptions{URL: url, Auth: auth, Depth: 1}
	shallow := count(must(git.PlainClone(filepath.Join(folder, "shallow"), false, options)))

	byID := must(git.PlainInit(filepath.Join(folder, "by-id"), true))
	remote := must(byID.CreateRemote(&config.RemoteConfig{Name: "origin", URLs: []string{url}}))
	wanted := config.RefSpec(commit + ":refs/heads/wanted")
	check(remote.Fetch(&git.FetchOptions{Auth: auth, RefSpecs: []config.RefSpec{wanted}}))
	fetched := must(byID.CommitObject(plumbing.NewHash(commit)))

	check(os.WriteFile(filepath.Join(path, "go-git.md"), []byte("go-git\n"), 0o644))
	worktree := must(full.Worktree())
	must(worktree.Add("go-git.md"))
	author := &object.Signature{Name: "Ada", Email: "ada@example.com", When: time.Now()}
	pushed := must(worktree.Commit("Push", &git.CommitOptions{Author: author}))
	check(full.Push(&git.PushOptions{Auth: auth}))

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"cloned":  cloned,
		"shallow": shallow,
		"fetched": strings.TrimSpace(fetched.Message),
		"pushed":  pushed.String(),
	}))
}
