"""Sentences on files of perturbation tables beyond reading: conversion, comparison, report, method package. Code -> (English, German)."""

SENTENCES: dict[str, tuple[str, str]] = {}
