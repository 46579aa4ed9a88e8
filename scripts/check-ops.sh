#!/usr/bin/env bash
# Checks the files of ops/ with the programs that read them. Lists programs that are not installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../ops"

if command -v promtool >/dev/null; then
  promtool check rules alerts.yaml
  promtool test rules alerts.test.yaml
else
  echo 'Not run: alert rules (no promtool here; it is in the package prometheus).'
fi
if command -v helm >/dev/null; then
  helm lint --quiet helm
  helm template tessera helm --kube-version 1.34.0 >/dev/null
else
  echo 'Not run: the Helm chart (no helm here; go install helm.sh/helm/v3/cmd/helm@v3.19.5 installs it).'
fi
if command -v systemd-analyze >/dev/null; then
  systemd-analyze verify tessera.service tessera@.service
else
  echo 'Not run: the systemd units (no systemd-analyze here).'
fi
