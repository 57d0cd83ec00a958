import pytest, time
from tests.ckmdesk import access
from tests.ckmdesk.places import PLACES, leave
from tests.ckmdesk.test_accessibility import go
@pytest.mark.parametrize("place", PLACES)
def test_f(window, tmp_path, place):
    root = go(window, place, tmp_path, "de", "light", 1280, 800)
    for x in access.small_targets(root): print("SMALL",place,x)
    t=time.perf_counter(); f=access.faint(root); print("TIME",time.perf_counter()-t)
    for x in f: print("FAINT",place,x)
    for x in access.clipped(root): print("CLIP",place,x)
    leave(window)
