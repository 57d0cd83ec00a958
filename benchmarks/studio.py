"""The ptable studio: a step of the slider of V to the painted pictures; the same design by a general solver."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QApplication
from scipy.optimize import minimize

import ckmcore as ckm
from benchmarks.desk import open_window, settle
from benchmarks.report import Timing
from ckmcore.ptable.design.design import Design
from ckmdesk.commands.method import set_variant
from ckmdesk.pages.method.page import MethodPage

# First V and step: inside what is possible for js = 2 in all steps.
SLIDES = {10: (3.0, 0.05), 50: (10.0, 0.2)}
SETTLED_STEPS = 3


def measure_steps(D: int, runs: int) -> Timing:
    """One step of V after the other, each with all pictures, figures and cards of the page painted."""
    first, step = SLIDES[D]
    seconds = []
    with open_window() as window:
        window.open_sample()
        settle(window)
        window.go_to("method")
        settle(window)
        page = window.page("method")
        if not isinstance(page, MethodPage):
            raise AssertionError("there is no method page")
        variant = window.desk.state.method.variant
        for run in range(runs + SETTLED_STEPS):
            design = Design(D=D, V=first + step * run, js=2)
            begin = time.perf_counter()
            window.desk.run(set_variant(replace(variant, design=design), "V"))
            QApplication.processEvents()
            seconds.append(time.perf_counter() - begin)
            if page.view is None or page.view.outdated or page.view.variant.design != design:
                raise AssertionError("the page does not show the design asked for")
    note = f"window of 1280 x 800 with matrix, tableau and row shown, shuffled at .05, V in steps of {step}, offscreen"
    return Timing(f"slider step with D = {D}", tuple(seconds[SETTLED_STEPS:]), note)


def measure_general_solver(runs: int) -> Timing:
    """The rows of D = 10, V = 5, js = 2 one after another by scipy's SLSQP, checked against ours."""
    seconds = []
    for _ in range(runs):
        begin = time.perf_counter()
        found = [slsqp_row(i, D=10, V=5.0, js=2) for i in range(1, 14)]
        seconds.append(time.perf_counter() - begin)
    ours = ckm.design_ptable(D=10, V=5.0, js=2)
    for i, row in enumerate(found, start=1):
        distribution = ours.row_distribution(i)
        if max(abs(p - distribution.get(v, 0.0)) for v, p in row.items()) > 1e-3:
            raise AssertionError(f"row {i}: the general solver found something else")
    return Timing("scipy SLSQP", tuple(seconds), "the rows of D = 10, V = 5, js = 2 one after another; all equal ours")


def slsqp_row(i: int, D: int, V: float, js: int) -> dict[int, float]:
    """The distribution of maximum entropy of a row: v -> p."""
    v = np.array([j - i for j in range(max(i - D, 0), i + D + 1) if not 1 <= j <= js])
    last = i >= js + D + 1
    equal = [np.ones(len(v)), v.astype(float), (v**2).astype(float)]
    wanted = np.array([1.0, 0.0, V])
    rules = [{"type": "eq", "fun": lambda p: np.array(equal) @ p - wanted, "jac": lambda _p: np.array(equal)}]
    order = [(a, b) for a, b in zip(range(len(v)), range(1, len(v)), strict=False) if v[b] <= 0 and i > js]
    if last:
        order += [(b, a) for a, b in zip(range(len(v)), range(1, len(v)), strict=False) if v[a] >= 0]
    if order:
        rows = np.zeros((len(order), len(v)))
        for at, (small, large) in enumerate(order):
            rows[at, large], rows[at, small] = 1.0, -1.0
        rules.append({"type": "ineq", "fun": lambda p: rows @ p, "jac": lambda _p: rows})
    start = np.exp(-0.5 * v**2 / V)
    found = minimize(
        lambda p: float(p @ np.log(np.maximum(p, 1e-12))),
        start / start.sum(),
        jac=lambda p: np.log(np.maximum(p, 1e-12)) + 1,
        bounds=[(0.0, 1.0)] * len(v),
        constraints=rules,
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    return dict(zip(v.tolist(), found.x.tolist(), strict=True))
