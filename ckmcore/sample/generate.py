"""The records of the sample statistic: 2.9 million synthetic students, the same on every machine."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.keys.record_keys import GENERATED_MODULUS, RecordKeys
from ckmcore.microdata.data import Codes, Dimension, Microdata
from ckmcore.sample.amounts import WORDS, amounts
from ckmcore.sample.chance import Chance, Chaos
from ckmcore.sample.countries import COUNTRIES, HOME, nationality_dimension
from ckmcore.sample.places import TYPES, UNIVERSITIES, university_dimension
from ckmcore.sample.studies import (
    DEGREES,
    DURATION,
    ENTRY_AGE,
    FIRST_AGE,
    FOREIGN_OF_DEGREE,
    FOREIGN_OF_TYPE,
    LAST_AGE,
    NOT_STATED,
    PERIODS,
    age_dimension,
    degree_dimension,
    degree_weights,
    enrolment_dimension,
    entry_age_weights,
    form_weights,
    period_dimension,
    semester_dimension,
    semester_weights,
    sex_dimension,
    sex_weights,
)
from ckmcore.sample.subjects import FIELDS, KINDS, subject_dimension

RECORDS = 2_900_000
SEED = 20_251_001
# Records drawn at a time: what is drawn fits the processor's cache, and memory stays that of the finished columns.
STRIP = 1 << 16


def sample_dimensions() -> tuple[Dimension, ...]:
    """Variables of all terms, in the order of the dictionary; no record is drawn for them.

    The last one is the term, which is the reporting period in the sample statistic.
    """
    return (
        university_dimension(),
        subject_dimension(),
        sex_dimension(),
        nationality_dimension(),
        age_dimension(),
        semester_dimension(),
        degree_dimension(),
        enrolment_dimension(),
        period_dimension(),
    )


def sample_microdata(term: str = "") -> Microdata:
    """Synthetic students of a made-up country with record keys, of one winter term. term: code in `PERIODS`.

    Without a term, 2.9 million records of all three terms with the variable `period`, each with a key of its own (the
    former sample). With a term, the variable is left out, and students enrolled in the next term too have the same key
    there (`ckmcore.sample.terms`).

    Drawn by PCG64 from a fixed seed with integers only, so that every machine gets the same bytes. Record keys (modulo
    10^9) come from the same stream, income, grant and months of study from a second one (`amounts`). Real record keys
    are never reproducible like this: they come from the operating system's randomness
    (`ckmcore.keys.record_keys.generate_keys`). Raises ValueError for an unknown term.
    """
    data, first = _all_terms(), 0
    if term:
        from ckmcore.sample.terms import of_term

        data, first = of_term(data, term)
    chaos = Chaos(SEED + 1, passed=WORDS * first)
    return replace(data, magnitudes=amounts(chaos, data.columns["nationality"], data.columns["semester"]))


def _all_terms() -> Microdata:
    chaos = Chaos(SEED)
    dimensions = sample_dimensions()
    columns = {dimension.name: np.empty(RECORDS, dtype=np.uint8) for dimension in dimensions}
    keys = np.empty(RECORDS, dtype=np.uint32)
    sizes = _sizes(chaos)
    university = np.tile(np.arange(len(UNIVERSITIES), dtype=np.uint8), len(PERIODS))
    columns["university"][:] = np.repeat(university, sizes.ravel())
    columns["period"][:] = np.repeat(np.arange(len(PERIODS), dtype=np.uint8), sizes.sum(axis=1))
    draw = _Drawing(chaos)
    for start in range(0, RECORDS, STRIP):
        strip = slice(start, min(start + STRIP, RECORDS))
        for name, codes in draw.strip(columns["university"][strip]).items():
            columns[name][strip] = codes
        keys[strip] = chaos.words(strip.stop - start) % np.uint64(GENERATED_MODULUS)
    return Microdata(
        RECORDS,
        {dimension.name: dimension for dimension in dimensions},
        dict[str, Codes](columns),
        RecordKeys(keys, GENERATED_MODULUS, 9, "generated"),
    )


def _sizes(chaos: Chaos) -> NDArray[np.int64]:
    """Number of students by period and university, RECORDS in total. Each university grows at its own pace to its final
    size."""
    last_sizes = np.array([university.size for university in UNIVERSITIES], dtype=np.int64)
    pace = (chaos.words(len(last_sizes)) % np.uint64(81)).astype(np.int64) - 40
    shares = np.array([share for _, share in PERIODS], dtype=np.int64)
    years = np.arange(len(PERIODS) - 1, -1, -1)
    weights = last_sizes * (shares[:, None] + pace * years[:, None])
    steps = np.cumsum(weights.ravel())
    sizes: NDArray[np.int64] = np.diff(steps * RECORDS // steps[-1], prepend=0).reshape(weights.shape)
    return sizes


class _Drawing:
    """Tables of chances of every variable, and the order in which variables depend on each other."""

    def __init__(self, chaos: Chaos) -> None:
        self.chaos = chaos
        self.kind_of_university = np.array([university.kind for university in UNIVERSITIES], dtype=np.int64)
        self.kind_of_field = np.array([field.kind for field in FIELDS], dtype=np.int64)
        self.subject = Chance(_offers(chaos))
        self.degree = Chance(degree_weights())
        self.sex = Chance([sex_weights(field.women, degree.code) for field in FIELDS for degree in DEGREES], bits=12)
        self.nationality = Chance(_nationalities())
        self.semester = Chance([semester_weights(regular) for regular in DURATION])
        self.age = Chance([entry_age_weights(usual) for usual in ENTRY_AGE])
        self.enrolment = Chance(form_weights(), bits=12)

    def strip(self, universities: NDArray[np.uint8]) -> dict[str, NDArray[np.uint8]]:
        """Draw all other variables of records, given their universities."""
        chance = self.chaos.halves(len(universities), 7)
        index_array = universities.astype(np.int64)
        kind = self.kind_of_university[index_array]
        subject = self.subject.draw(index_array, chance[0])
        field = subject.astype(np.int64)
        degree = self.degree.draw(kind * len(KINDS) + self.kind_of_field[field], chance[1])
        aim = degree.astype(np.int64)
        degree_index = kind * len(DEGREES) + aim
        semester = self.semester.draw(aim, chance[4])
        age = self.age.draw(aim, chance[5]) + semester // np.uint8(2)
        return {
            "subject": subject,
            "degree": degree,
            "sex": self.sex.draw(field * len(DEGREES) + aim, chance[2]),
            "nationality": self.nationality.draw(degree_index, chance[3]),
            "semester": semester,
            "age": np.minimum(age, np.uint8(LAST_AGE - FIRST_AGE)),
            "enrolment": self.enrolment.draw(degree_index, chance[6]),
        }


def _offers(chaos: Chaos) -> list[list[int]]:
    """Weights of the fields of study at each university: those of its type, randomly stronger, weaker or 0."""
    rows = []
    for university in UNIVERSITIES:
        dice = (chaos.words(len(FIELDS)) % np.uint64(16)).tolist()
        # The smaller a university, the more fields it lacks.
        lacks = 2 if university.size > 15_000 else 5 if university.size > 3_000 else 8
        usual_weights = [field.weights[university.kind] for field in FIELDS]
        row = [weight * (0 if face < lacks else face) for weight, face in zip(usual_weights, dice, strict=True)]
        rows.append(row if any(row) else usual_weights)
    return rows


def _nationalities() -> list[list[int]]:
    """Weights of the countries and of missing, by type of university and, within it, degree."""
    abroad = [weight for _, _, _, weight in COUNTRIES]
    home = [code for code, *_ in COUNTRIES].index(HOME)
    rows = []
    for kind in TYPES:
        for degree_factor in FOREIGN_OF_DEGREE:
            foreign = FOREIGN_OF_TYPE[kind] * degree_factor  # of 10 000
            row = [weight * foreign for weight in abroad]
            row[home] = sum(abroad) * (10_000 - foreign)
            rows.append([*row, sum(row) * NOT_STATED // 65_536])
    return rows
