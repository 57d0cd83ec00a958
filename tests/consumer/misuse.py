"""What a type checker must refuse: behind each line the code of its error."""

import ckmcore as ckm

data = ckm.read_microdata("people.csv", ["land"], magnitude=["income"])  # call-arg
raw = ckm.tabulate("people.csv", ckm.TableSpec("land"))  # arg-type
ckm.export(raw, "table.xlsx")  # arg-type
ckm.protect(raw, "rounding")  # arg-type
ckm.Value("shares")  # arg-type
method = ckm.CellKeyMethod(ckm.design_ptable(4, 2.0), boundary="lesser")  # arg-type
method.threshold = 3  # misc
raw.to_pandas()  # attr-defined
count: float = ckm.protect(raw, method).value({"land": "a"}, block="first")  # arg-type
version: int = ckm.__version__  # assignment
ckm.read_micro_data("people.csv")  # attr-defined
