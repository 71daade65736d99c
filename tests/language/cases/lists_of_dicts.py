"""Lists of dicts: what is under a known key has a type of its own; lists of tensors of several dtypes."""

import torch

from language.harness import case


def segments(x, n):
    segs = []
    for i in range(n):
        segs.append(
            {"start": float(x[0]) + i, "tokens": (x[: i + 1] * 2).long(), "idx": i, "name": f"s{i}"}
        )
    if not segs:
        return None
    cat = torch.cat([s["tokens"] for s in segs])
    best = max(segs, key=lambda s: s["start"])
    return (cat, best["name"].upper(), sum(s["idx"] + 1 for s in segs), best, segs)


def detect(x, n):
    out = []
    i = 0
    while i < n:
        m = x > i
        out.append(
            {
                "boxes": torch.stack([x[m], x[m]], 1),
                "labels": m.nonzero()[:, 0],
                "scores": x[m].sigmoid(),
            }
        )
        i += 1
    res = []
    for o in out:
        k = o["scores"] > 0.8
        res.append({k2: v[k] for k2, v in o.items()})
    return (res, [o["labels"].sum() for o in res], torch.cat([o["boxes"] for o in out]))


def update(x, n):
    rows = []
    for i in range(n):
        d = {"a": i, "b": x[:1] * i}
        d.update({"c": f"{i}"})
        if i % 2:
            d["b"] = None
        e = d.copy()
        e["a"] = [i]
        e["d"] = 1.5
        rows.append(d)
        rows.append(e)
    t = 0
    for r in rows:
        a = r["a"]
        t += a if isinstance(a, int) else len(a)
        if r["b"] is not None:
            t += r["b"].item()
        t += len(r["c"]) + r.get("d", 0)
        r["n"] = t
    return (rows, t)


def dynkey(x, n):
    rows = [{"k0": 1.0, "k1": "s"} for _ in range(n)]
    for i, r in enumerate(rows):
        r[f"k{i % 3}"] = x[i % len(x)]
    return ([r["k0"] * 2 for r in rows], [str(r["k1"]) for r in rows], [r.get("k2") for r in rows])


def setdefault(x, n):
    rows = []
    for i in range(n):
        r = {}
        r["x"] = i
        r.setdefault("l", []).append(i)
        r.setdefault("x", 9.5)
        rows.append(r)
    for r in rows:
        r["l"].append(r["x"])
    return (rows, [r.pop("x") for r in rows])


def nested(x, n):
    db = {}
    for i in range(n):
        e = db.setdefault(f"u{i % 2}", {"count": 0, "items": [], "best": None})
        e["count"] += 1
        e["items"].append(x[i % len(x)])
        if e["best"] is None or x[i % len(x)] > e["best"]:
            e["best"] = x[i % len(x)]
    return ({k: (v["count"], torch.stack(v["items"]), v["best"]) for k, v in db.items()}, db)


def missing(x, n):
    rows = [{"a": 1}] * n
    rows.append({"b": 2.5})
    s = 0
    for r in rows:
        s += r.get("a", 0)
        if "b" in r:
            s += r["b"]
        try:
            s += r["z"]
        except KeyError as e:
            s += len(str(e))
    return s


def mixcat(x, n):
    out = []
    for i in range(n):
        if i % 2:
            out.append(x.long() + i)
        elif i == 4:
            out.append(torch.tensor([]))
        else:
            out.append(x > 1)
    return torch.cat(out)


def mixstack(x, n):
    out = [x.int()] if n > 2 else [x]
    for _ in range(n):
        if x[0] > 1:
            out.append(x.double())
        else:
            out.append(x.int())
    return torch.stack(out, 1)


def onlylong(x, n):
    out = []
    for _ in range(max(n, 2)):
        if n == 0:
            out.append(torch.tensor([]))
        else:
            out.append(x.long())
    r = torch.cat(out)
    return (r + 1, r.dtype)


X = lambda: [(torch.arange(6.0), 3), (torch.tensor([3.0, -1.0, 2.0, 5.0]), 1), (torch.zeros(3), 5)]  # noqa: E731
CASES = [
    case(f, X)
    for f in (
        segments,
        detect,
        update,
        dynkey,
        setdefault,
        nested,
        missing,
        mixcat,
        mixstack,
        onlylong,
    )
]
