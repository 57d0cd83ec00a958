"""Where long German words may be broken: the expected places are those of the official spelling, written by hand."""

from __future__ import annotations

import re

import pytest

from ckmcore.base.hyphens import SOFT_HYPHEN, Hyphens
from ckmcore.sample import sample_microdata


@pytest.mark.parametrize(
    "broken",
    [
        "Geistes-wissenschaften",
        "Rechts-, Wirtschafts- und Sozial-wissenschaften",
        "Land-wirtschaft",
        "Staats-angehörigkeit",
        "Studien-abschnitt",
        "Fächer-gruppe",
        "Sozial-versicherungs-beschäftigte",
        "Bildungs-einrichtungen",
        "Jahres-einkommen (netto)",
        "Privat-haushalte",
        "Hochschul-semester",
    ],
)
def test_compounds_are_broken_where_another_part_begins(broken: str) -> None:
    soft = re.sub(r"(?<=\w)-(?=\w)", SOFT_HYPHEN, broken)
    assert Hyphens("de").text(soft.replace(SOFT_HYPHEN, "")) == soft


@pytest.mark.parametrize(
    "word",
    [
        *("Wissenschaften", "Gesellschaft", "Bevölkerung", "Insgesamt", "Wirtschaft", "Beschäftigte", "Unternehmen"),
        *(
            "NACHRICHTENTECHNIK",
            "Verwaltungen",
            "Universität",
            "Erwerbstätige",
            "Mathematik",
            "Wettbewerb",
            "Berechnung",
        ),
    ],
)
def test_what_is_no_compound_of_a_known_word_stays_whole(word: str) -> None:
    assert Hyphens("de").text(word) == word


def test_words_may_end_with_those_of_other_labels_and_soft_hyphens_of_the_office_stay() -> None:
    assert Hyphens("de").parts("Wirtschaftsmathematik") == ["Wirtschaftsmathematik"]
    assert Hyphens("de", ["Mathematik, Physik"]).parts("Wirtschaftsmathematik") == ["Wirtschafts", "mathematik"]
    assert Hyphens("de", ["Mathe\u00admatik"]).parts("Mathe\u00admatik") == ["Mathe", "matik"]


# What the labels of the sample break into, read word by word.
OF_THE_SAMPLE = """
Agrar-wissenschaften Aufbau-studium Bau-ingenieurwesen Elektro-technik Ernährungs-wissenschaft Erziehungs-wissenschaft
Forst-wissenschaft Geo-wissenschaften Gesundheits-wissenschaften Hoch-schule Human-medizin Kultur-wissenschaften
Kunst-geschichte Kunst-hochschule Landes-pflege Material-wissenschaft Politik-wissenschaft Raum-planung
Rechts-wissenschaft Sozial-wesen Sport-wissenschaft Teilzeit-studium Verkehrs-technik Verwaltungs-hochschule
Verwaltungs-wissenschaft Veterinär-medizin Vollzeit-studium Wirtschafts-ingenieurwesen Wirtschafts-wissenschaften
Zahn-medizin
"""


def test_english_words_stay_whole() -> None:
    assert Hyphens("en", ["Science"]).text("Neuroscience, Agrarwissenschaften") == "Neuroscience, Agrarwissenschaften"


@pytest.mark.thorough
def test_every_word_of_the_sample_that_is_broken_is_broken_between_its_parts() -> None:
    dimensions = sample_microdata("2025").dimensions.values()
    labels = [category.label.text("de") for one in dimensions for category in one.categories]
    hyphens = Hyphens("de", labels)
    broken = {word.strip(",()") for label in labels for word in hyphens.text(label).split() if SOFT_HYPHEN in word}
    assert {word.replace(SOFT_HYPHEN, "-") for word in broken} == set(OF_THE_SAMPLE.split())
