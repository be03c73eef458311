#!/usr/bin/env python3
"""Compares a report with what a program says about itself; the README of each suite has the rules.

judge.py small|failing|kernels SOURCE STATUS REPORT.JSON

Prints "passed", or what is wrong in a line, and then ends with status 1.
"""
import json
import os
import re
import sys


def said(lines, name):
    for line in lines[:12]:
        if line.startswith(f"// {name}:"):
            return line.split(":", 1)[1].strip()
    return ""


def listed(text):
    return [word.strip() for word in text.split(",") if word.strip()]


def marked(lines, mark):
    """Lines that end in the mark: {number: what follows it}."""
    found = {}
    for number, line in enumerate(lines, 1):
        match = re.search(rf"// {mark}\b(.*)$", line)
        if match:
            found[number] = match.group(1).strip()
    return found


def frames(site):
    return [site] + site.get("stack", [])


def line_of(site, source):
    """The innermost line of the program itself; what the library does counts for who called it."""
    for frame in frames(site):
        if os.path.basename(frame.get("file", "")) == source:
            return frame["line"]
    return None


def lines_of(finding, source):
    """The end of a thread, which takes its stack with it, has no line."""
    return [line_of(site, source) for site in finding["sites"] if site.get("function") != "(the end of the thread)"]


def tell(findings, source):
    return "; ".join(f'{f["status"]} {f["kind"]} at {lines_of(f, source)}' for f in findings) or "nothing"


def judge_silence(status, findings, source):
    if findings:
        return f"reports {tell(findings, source)}"
    return "" if status == 0 else f"status {status}"


def judge_small(lines, status, findings, source):
    marks = marked(lines, "RACE")
    if not marks:
        return judge_silence(status, findings, source)
    kinds = listed(said(lines, "finds")) or ["race"]
    outside = [f for f in findings if not any(line in marks for line in lines_of(f, source))]
    if outside:
        return f"reports at other lines: {tell(outside, source)}"
    if status != 66:
        return f"status {status}, reports {tell(findings, source)}"
    confirmed = [f for f in findings if f["status"] == "confirmed"]
    right = [f for f in confirmed if f["kind"] in kinds and all(line in marks for line in lines_of(f, source))]
    if not right:
        return f"no confirmed {'/'.join(kinds)} at marked lines: {tell(findings, source)}"
    covered = {line for f in confirmed for line in lines_of(f, source)}
    left = [number for number, more in marks.items() if more != "maybe" and number not in covered]
    return f"nothing confirmed at line {', '.join(map(str, left))}: {tell(findings, source)}" if left else ""


def named(findings, source):
    return {frame["line"] for f in findings for site in f["sites"] for frame in frames(site)
            if os.path.basename(frame.get("file", "")) == source}


def judge_failing(lines, status, findings, source):
    kinds = listed(said(lines, "shows"))
    if not kinds:
        return judge_silence(status, findings, source)
    if status != 66:
        return f"status {status}, reports {tell(findings, source)}"
    right = [f for f in findings if f["kind"] in kinds]
    if not right:
        return f"no {'/'.join(kinds)}: {tell(findings, source)}"
    left = [n for n in marked(lines, "HERE") if n not in named(right, source)]
    return f"does not name line {', '.join(map(str, left))}: {tell(right, source)}" if left else ""


def judge_kernels(lines, status, findings, source):
    kinds, effects = listed(said(lines, "names")), listed(said(lines, "effect"))
    if status != 66:
        return f"status {status}, reports {tell(findings, source)}"
    right = [f for f in findings if f["kind"] in kinds and f["status"] == "confirmed"]
    if not right:
        return f"no confirmed {'/'.join(kinds)}: {tell(findings, source)}"
    left = [n for n in marked(lines, "HERE") if n not in named(right, source)]
    if left:
        return f"does not name line {', '.join(map(str, left))}: {tell(right, source)}"
    seen = [f.get("effect") or "" for f in findings]
    if effects and not any(effect.lower() in text.lower() for effect in effects for text in seen):
        return f"no effect of {'/'.join(effects)}: {'; '.join(text or 'none' for text in seen)}"
    return ""


def main():
    suite, path, status, report = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    try:
        with open(report, encoding="utf-8") as file:
            findings = json.load(file)["findings"]
    except FileNotFoundError:
        findings = []
    judge = {"small": judge_small, "failing": judge_failing, "kernels": judge_kernels}[suite]
    wrong = judge(lines, int(status), findings, os.path.basename(path))
    print(wrong or "passed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
