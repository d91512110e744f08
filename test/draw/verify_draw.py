"""Second implementation of the verifier of draws, written from docs/formats/draw.md alone.

    python3 verify_draw.py draw.json

Prints each check and exits with 1 if one fails. Needs Python 3.9 with an OpenSSL that has SM3.
"""

import hashlib
import hmac
import json
import sys

TICKETS = {"A": 1, "B": 2, "C": 4, "D": 8}


def sm3(data):
    return hashlib.new("sm3", data).digest()


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def root(entries):
    row = [sm3(b"\x00" + canonical(one).encode()) for one in sorted(entries, key=lambda one: one["id"])]
    if not row:
        return sm3(b"").hex()
    while len(row) > 1:
        pairs = [sm3(b"\x01" + row[at] + row[at + 1]) for at in range(0, len(row) - 1, 2)]
        row = pairs + ([row[-1]] if len(row) % 2 else [])
    return row[0].hex()


class Numbers:
    def __init__(self, seed):
        self.seed, self.blocks, self.words = seed, 0, []

    def next(self):
        if not self.words:
            block = hmac.new(self.seed, self.blocks.to_bytes(8, "big"), lambda data=b"": hashlib.new("sm3", data)).digest()
            self.blocks += 1
            self.words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
        return self.words.pop(0)

    def below(self, count):
        limit = 2**32 - 2**32 % count
        number = self.next()
        while number >= limit:
            number = self.next()
        return number % count


def draw(objects, officers, count, pairing, seed):
    objects = sorted(objects, key=lambda one: one["id"])
    officers = sorted(officers, key=lambda one: one["id"])
    numbers = Numbers(seed)
    tickets = [place for place, one in enumerate(objects) for _ in range(TICKETS[one["risk"]])]
    drawn = []
    first = 0
    while len(drawn) < count:
        at = first + numbers.below(len(tickets) - first)
        tickets[first], tickets[at] = tickets[at], tickets[first]
        if tickets[first] not in drawn:
            drawn.append(tickets[first])
        first += 1
    left = {one["id"]: one["capacity"] for one in officers}
    results = []
    for target in (objects[place] for place in drawn):
        able = [
            one
            for one in officers
            if left[one["id"]] > 0 and target["domain"] in one["domains"] and target["id"] not in one["recused"]
        ]
        local = [one for one in able if target["area"].startswith(one["area"])]
        second = local if pairing == "local" else [one for one in able if one not in local]
        pair = []
        for pool in () if pairing == "none" else (local, second):
            pool = [one["id"] for one in pool if one["id"] not in pair]
            if not pool:
                pair = []
                break
            pair.append(pool[numbers.below(len(pool))])
        for one in pair:
            left[one] -= 1
        results.append({"object": target["id"], "officers": pair})
    return results


def checks(record):
    commitment, seeds = record["commitment"], record["seeds"]
    yield "format", commitment["format"] == "xingjian-draw/1"
    yield "times", commitment["draw_at"] - commitment["published_at"] >= 600
    counts = [len({one["id"] for one in record[name]}) for name in ("objects", "officers")]
    once = counts == [len(record["objects"]), len(record["officers"])]
    yield "counts", once and counts == [commitment["object_count"], commitment["officer_count"]]
    yield "objects", root(record["objects"]) == commitment["object_root"]
    yield "officers", root(record["officers"]) == commitment["officer_root"]
    yield "server_seed", sm3(seeds["server"].encode()).hex() == commitment["server_seed_hash"]
    named = commitment["witnesses"]
    yield "witnesses", len(named) >= 2 and len(named) == len(seeds["witnesses"]) and all(seeds["witnesses"])
    yield "beacon", (commitment["beacon_source"] is None) == (seeds["beacon"] is None)
    seed = sm3("".join([seeds["server"], *seeds["witnesses"], seeds["beacon"] or ""]).encode())
    enough = 1 <= commitment["count"] <= counts[0]
    drawn = draw(record["objects"], record["officers"], commitment["count"], commitment["pairing"], seed) if enough else []
    results = record["results"]
    yield "drawn", enough and [one["object"] for one in drawn] == [one["object"] for one in results]
    yield "pairs", [one["officers"] for one in drawn] == [one["officers"] for one in results]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        outcome = list(checks(json.load(file)))
    for name, passed in outcome:
        print(f"{'ok    ' if passed else 'FAILED'} {name}")
    sys.exit(0 if all(passed for _, passed in outcome) else 1)
