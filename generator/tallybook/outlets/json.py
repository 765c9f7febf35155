"""Findings and numbers as JSON, key by key what other programs rely on."""

import json
from typing import Any

from tallybook import __version__
from tallybook.findings import Finding
from tallybook.report import Account, ChapterReport, Number, Report
from tallybook.source import Source


def show(report: Report, *, indent: int | None = 1) -> str:
    """A report as one JSON document."""
    document = {
        "tool": "tallybook",
        "version": __version__,
        "ok": report.ok,
        "summary": _summary(report),
        "chapters": [_chapter(chapter) for chapter in report.chapters],
    }
    return json.dumps(document, ensure_ascii=False, indent=indent)


def _summary(report: Report) -> dict[str, Any]:
    accounts = {str(account): report.accounts[account] for account in Account}
    unaccounted, structural = accounts.pop("unaccounted"), accounts.pop("structural")
    return {
        "chapters": len(report.chapters),
        "cells": sum(chapter.cells for chapter in report.chapters),
        "numbers": report.numbers,
        **accounts,
        "unaccounted": unaccounted,
        "structural": structural,
        "drifts": report.drifts,
        "failures": report.failures,
        "errors": report.severities["error"],
        "warnings": report.severities["warning"],
        "coverage": round(report.coverage, 4),
    }


def _chapter(chapter: ChapterReport) -> dict[str, Any]:
    return {
        "path": chapter.source.path,
        "numbers": [number_entry(chapter.source, number) for number in chapter.numbers],
        "findings": [_finding(chapter.source, finding) for finding in chapter.findings],
    }


def number_entry(source: Source, number: Number) -> dict[str, Any]:
    """What is told of one number."""
    start, end = source.place(number.span.start), source.place(number.span.end)
    entry: dict[str, Any] = {
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "text": number.text,
        "values": list(number.values),
        "account": str(number.account),
        "expression": number.expression,
        "computed": None if number.computed is None else list(number.computed),
        "verdict": number.verdict,
    }
    if number.why:
        entry["pattern" if number.account is Account.STRUCTURAL else "why"] = number.why
    if number.stored:
        entry["stored"] = list(number.stored)
    return entry


def _finding(source: Source, finding: Finding) -> dict[str, Any]:
    start, end = source.place(finding.span.start), source.place(finding.span.end)
    return {
        "kind": str(finding.kind),
        "severity": finding.severity,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "message": finding.message,
        "label": finding.label,
        "mends": list(finding.mends),
        "suggestion": finding.suggestion,
        "traceback": finding.traceback,
    }
