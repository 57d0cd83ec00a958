"""Files of a project of τ-ARGUS."""

from __future__ import annotations

from pathlib import Path

RDA = """<SEPARATOR> ";"
SEX 1
    <RECODEABLE>
    <CODELIST> "sex.cdl"
AGE 2 99
    <RECODEABLE>
    <HIERARCHICAL>
    <HIERCODELIST> "age.hrc"
INCOME 8
    <NUMERIC>
    <CKM> T(3)    <INCLUDEZEROS> N
    <SCALING> F(0.03,0.30,1000,3,0.5,0.2)
RKEY 10
    <RECORDKEY>
    <PFILE_FREQ> "ptab.csv"
    <PFILE_CONT> "gone.txt"
"""


PTABLE = "i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.5;-1;0.5\n1;2;0.5;1;1\n"


def project(folder: Path, data: str = "p.csv", meta: str = "P.RDA") -> Path:
    (folder / meta).write_text(RDA, encoding="utf-8")
    (folder / data).write_text("1;01;5.5;0.25\n2;02;7;0.75\n", encoding="utf-8")
    (folder / "sex.cdl").write_text("1,male\n2,female\n", encoding="utf-8")
    (folder / "age.hrc").write_text("A\n@01\n@02\n@03\n", encoding="utf-8")
    (folder / "ptab.csv").write_text(PTABLE, encoding="utf-8")
    return folder / meta
