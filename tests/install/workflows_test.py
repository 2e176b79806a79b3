#!/usr/bin/env python3
"""action.yml, the workflow, the hook and the GitLab job: well-formed, every shell step parses, every
file of ours that they run is there, inputs reach the shell as variables only, and no version stands
anywhere but in CMakeLists.txt."""
import os
import re
import subprocess
import sys

try:
    import yaml
except ImportError:
    print("SKIPPED: python3-yaml is not installed")
    sys.exit(77)

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FILES = ["action.yml", ".github/workflows/release.yml", ".pre-commit-hooks.yaml", "ship/gitlab.yml"]
scripts = 0


def shell(text):
    global scripts
    scripts += 1
    subprocess.run(["bash", "-n"], input=re.sub(r"\$\{\{.*?\}\}", "x", text), text=True, check=True)
    for name in re.findall(r"\bship/[a-z]+\.(?:sh|py)", text):
        assert os.access(os.path.join(ROOT, name), os.X_OK), name


def walk(value, where):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "run":
                assert not re.search(r"\$\{\{\s*(inputs|github|steps)\.", inner), f"{where}: {inner}"
                shell(inner)
            elif key == "script":
                for line in inner:
                    shell(line)
            elif key == "entry":
                shell(inner)
            walk(inner, where)
    elif isinstance(value, list):
        for inner in value:
            walk(inner, where)


version = subprocess.check_output([os.path.join(ROOT, "ship/version.sh")], text=True).strip()
for name in FILES:
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        text = file.read()
    walk(yaml.safe_load(text), name)
    assert version not in text, f"{name} names the version"
assert scripts >= 10, scripts
print("good: workflows")
