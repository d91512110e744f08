"""Checks an export of evidence (docs/formats/evidence.md), written from that page. Python 3.8, no packages.

verify_evidence.py EXPORT.zip [KEYS.json]     prints the verdict; ends with 0 if intact
verify_evidence.py --golden GOLDEN.json       compares with the verdicts of the golden cases
"""

import base64
import copy
import functools
import hashlib
import json
import math
import sys
import zipfile
import zlib

ALGORITHMS = ("ed25519", "sm2")
NO_PREVIOUS = "0" * 64


def sm3(data):
    return hashlib.new("sm3", data).digest()


def number(value):
    """A number as ECMAScript writes it."""
    if isinstance(value, int):
        return str(value)
    if abs(value) < 1e15 and value == math.floor(value):
        return str(int(value))
    digits, _, exponent = repr(value).partition("e")
    if not exponent:
        power = 0
    else:
        power = int(exponent)
    sign = "-" if digits.startswith("-") else ""
    whole, _, fraction = digits.lstrip("-").partition(".")
    fraction = "" if fraction == "0" and exponent else fraction
    figures = (whole + fraction).lstrip("0")
    point = len(whole) + power - (len(whole + fraction) - len((whole + fraction).lstrip("0")))
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + figures
    if 0 < point <= 21:
        return sign + (figures[:point] + "." + figures[point:] if point < len(figures) else figures.ljust(point, "0"))
    rest = "." + figures[1:] if len(figures) > 1 else ""
    return sign + figures[0] + rest + "e" + ("+" if point > 0 else "-") + str(abs(point - 1))


def canonical(value):
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, float)):
        return number(value)
    if isinstance(value, list):
        return "[" + ",".join(canonical(one) for one in value) + "]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(json.dumps(name, ensure_ascii=False) + ":" + canonical(value[name]) for name in names) + "}"


def hash_of(value):
    return sm3(canonical(value).encode()).hex()


# Ed25519, RFC 8032, 5.1.7

P = 2**255 - 19
D = -121665 * pow(121666, P - 2, P) % P
ORDER = 2**252 + 27742317777372353535851937790883648493


def ed_x(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def ed_add(a, b):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = a, b
    e, f = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    g, h = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def ed_times(scalar, point):
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = ed_add(total, point)
        point, scalar = ed_add(point, point), scalar >> 1
    return total


def ed_point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    x = ed_x(y, sign) if y < P else None
    return None if x is None else (x, y, 1, x * y % P)


BASE = ed_point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


@functools.lru_cache(maxsize=None)
def verify_ed25519(key, message, signature):
    key, signature = bytes.fromhex(key), bytes.fromhex(signature)
    if len(key) != 32 or len(signature) != 64:
        return False
    own, nonce = ed_point(key), ed_point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if own is None or nonce is None or scalar >= ORDER:
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = ed_times(scalar, BASE), ed_add(nonce, ed_times(digest, own))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# SM2, GB/T 32918.2

SP = 0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000FFFFFFFFFFFFFFFF
SA = SP - 3
SB = 0x28E9FA9E9D9F5E344D5A9E4BCF6509A7F39789F515AB8F92DDBCBD414D940E93
SN = 0xFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFF7203DF6B21C6052B53BBF40939D54123
SG = (
    0x32C4AE2C1F1981195F9904466A39C9948FE30BBFF2660BE1715A4589334C74C7,
    0xBC3736A2F4F6779C59BDCEE36B692153D0A9877CC62A474002DF32E52139F0A0,
)
IDENTITY = b"1234567812345678"


def sm2_add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0] and (a[1] + b[1]) % SP == 0:
        return None
    if a == b:
        slope = (3 * a[0] * a[0] + SA) * pow(2 * a[1], SP - 2, SP)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], SP - 2, SP)
    x = (slope * slope - a[0] - b[0]) % SP
    return x, (slope * (a[0] - x) - a[1]) % SP


def sm2_times(scalar, point):
    total = None
    while scalar:
        if scalar & 1:
            total = sm2_add(total, point)
        point, scalar = sm2_add(point, point), scalar >> 1
    return total


@functools.lru_cache(maxsize=None)
def verify_sm2(key, message, signature):
    if len(key) != 130 or not key.startswith("04") or len(signature) != 128:
        return False
    x, y = int(key[2:66], 16), int(key[66:], 16)
    r, s = int(signature[:64], 16), int(signature[64:], 16)
    if (y * y - x * x * x - SA * x - SB) % SP or not (0 < r < SN and 0 < s < SN) or (r + s) % SN == 0:
        return False
    parts = [SA, SB, *SG, x, y]
    z = sm3((len(IDENTITY) * 8).to_bytes(2, "big") + IDENTITY + b"".join(one.to_bytes(32, "big") for one in parts))
    point = sm2_add(sm2_times(s, SG), sm2_times((r + s) % SN, (x, y)))
    return point is not None and (int.from_bytes(sm3(z + message), "big") + point[0]) % SN == r


def verifies(key, text, signatures):
    verify = {"ed25519": verify_ed25519, "sm2": verify_sm2}
    return [(one, verify[one](key[one], text.encode(), signatures[one])) for one in ALGORITHMS]


# the checks


def key_text(key):
    return canonical({one: key[one] for one in ALGORITHMS})


def root_of_proof(head, path):
    here = sm3(b"\x00" + canonical(head).encode())
    for step in path:
        beside = bytes.fromhex(step["hash"])
        here = sm3(b"\x01" + (beside + here if step["side"] == "left" else here + beside))
    return here.hex()


def fault_of(entry, seq, previous, stream, heads):
    if entry["seq"] != seq:
        return "missing"
    if entry["payload"] is not None and sm3(entry["payload"].encode()).hex() != entry["payload_hash"]:
        return "payload"
    facts = {name: entry[name] for name in entry if name not in ("payload", "hash")}
    if hash_of(facts) != entry["hash"]:
        return "entry"
    if entry["previous"] != previous or entry["stream"] != stream:
        return "link"
    return "head" if any(one["seq"] == seq and one["hash"] != entry["hash"] for one in heads) else None


def files_of(payload):
    said = json.loads(payload) if payload is not None else {}
    rendered = said.get("facts", {}).get("rendered", {})
    return [*said.get("evidence", {}).get("files", {}).values(), *said.get("files", {}).values(), *rendered.values()]


class Check:
    def __init__(self, evidence, contents, trusted):
        self.evidence, self.contents, self.trusted = evidence, contents, trusted
        self.findings, self.seen, self.vouched = [], set(), set()

    def run(self):
        self.check_keys()
        self.check_roots()
        heads = self.heads_by_stream()
        streams = self.evidence["streams"]
        subject = self.evidence["subject"]["stream"]
        if not streams.get(subject) and subject not in heads:
            self.found(kind="no_entries", stream=subject)
        entries = unproven = removed = 0
        for stream in [*streams, *(one for one in heads if one not in streams)]:
            chain, known = streams.get(stream, []), heads.get(stream, [])
            self.check_stream(stream, chain, known)
            entries += len(chain)
            removed += sum(one["payload"] is None for one in chain)
            proven = max([0, *(one["seq"] for one in known if one["root"] in self.vouched)])
            unproven += max(0, len(chain) - proven)
        return {
            "state": "broken" if self.findings else "unproven" if unproven else "intact",
            "findings": self.findings,
            "entries": entries,
            "unproven": unproven,
            "removed": removed,
            "files": len(self.evidence["files"]),
            "roots": len(self.evidence["roots"]),
            "seen": [one for one in ALGORITHMS if one in self.seen],
        }

    def found(self, **finding):
        self.findings.append(finding)

    def check_keys(self):
        for key in self.evidence["keys"]:
            before = [one for one in self.evidence["keys"] if one["kid"] == key["predecessor"]]
            endorsed = True
            if key["endorsement"] and before:
                endorsed = all(good for _, good in verifies(before[0], key_text(key), key["endorsement"]))
            if key["kid"] != sm3(key_text(key).encode()).hex()[:16] or not endorsed:
                self.found(kind="key", key=key["kid"])

    def check_roots(self):
        roots, days = self.evidence["roots"], self.evidence["days"]
        hashes = {one["content"]["number"]: hash_of(one["content"]) for one in roots}
        for content in (one["content"] for one in roots):
            before = NO_PREVIOUS if content["number"] == 1 else hashes.get(content["number"] - 1)
            if before is not None and before != content["previous"]:
                self.found(kind="root", root=content["number"], why="previous")
        for one in roots:
            if self.is_signed(one, one["content"]["number"]):
                self.vouched.add(one["content"]["number"])
        day_hashes = {one["content"]["number"]: hash_of(one["content"]) for one in days}
        for one in days:
            content = one["content"]
            before = NO_PREVIOUS if content["number"] == 1 else day_hashes.get(content["number"] - 1)
            if before is not None and before != content["previous"]:
                self.found(kind="day", day=content["day"], why="previous")
            signed = self.is_signed(one, content["day"])
            for named in content["roots"]:
                if named["number"] not in hashes:
                    continue
                if hashes[named["number"]] != named["hash"]:
                    self.found(kind="day", day=content["day"], why="root")
                elif signed:
                    self.vouched.add(named["number"])
        for content in sorted((one["content"] for one in roots), key=lambda one: -one["number"]):
            before = content["number"] - 1
            if content["number"] in self.vouched and hashes.get(before) == content["previous"]:
                self.vouched.add(before)

    def is_signed(self, statement, of):
        content, signatures = statement["content"], statement["signatures"]
        if content["key"] is None or not signatures:
            return False
        key = next((one for one in self.evidence["keys"] if one["kid"] == content["key"]), None)
        published = next((one for one in self.trusted or [] if one["kid"] == content["key"]), None)
        if not key or (self.trusted is not None and (not published or key_text(published) != key_text(key))):
            finding = {"kind": "unknown_key", "key": content["key"]}
            if finding not in self.findings:
                self.findings.append(finding)
            return False
        outcomes = verifies(key, canonical(content), signatures)
        for algorithm, good in outcomes:
            if good:
                self.seen.add(algorithm)
            else:
                self.found(kind="signature", of=of, algorithm=algorithm)
        return any(good for _, good in outcomes)

    def heads_by_stream(self):
        trees = {one["content"]["number"]: one["content"]["tree"] for one in self.evidence["roots"]}
        heads = {}
        for proof in self.evidence["proofs"]:
            head = {name: proof[name] for name in ("stream", "seq", "hash")}
            if proof["root"] not in trees:
                self.found(kind="root", root=proof["root"], why="missing")
            elif root_of_proof(head, proof["path"]) != trees[proof["root"]]:
                self.found(kind="root", root=proof["root"], why="proof")
            else:
                heads.setdefault(proof["stream"], []).append({**head, "root": proof["root"]})
        return heads

    def check_stream(self, stream, chain, heads):
        if chain and chain[0]["stream"] != stream:
            self.found(kind="entry", stream=stream, seq=1, why="link")
            return
        seq, previous = 0, NO_PREVIOUS
        for entry in chain:
            why = fault_of(entry, seq + 1, previous, stream, heads)
            if why:
                self.found(kind="entry", stream=stream, seq=seq + 1, why=why)
                break
            seq, previous = seq + 1, entry["hash"]
        else:
            last = max([0, *(one["seq"] for one in heads)])
            if last > seq:
                self.found(kind="missing_at_end", stream=stream, **{"from": seq + 1, "to": last})
        files = {one["sha256"]: one for one in self.evidence["files"]}
        for entry in chain[:seq]:
            for sha256 in files_of(entry["payload"]):
                file = files.get(sha256)
                content = file and self.contents.get(file["path"])
                where = {"stream": stream, "seq": entry["seq"], "sha256": sha256}
                if not content:
                    self.found(kind="missing_file", **where)
                elif content != {"sha256": sha256, "sm3": file["sm3"]}:
                    self.found(kind="changed_file", **where)


def verdict_of(evidence, contents, trusted=None):
    try:
        if evidence["format"] == "xingjian-evidence/1":
            return Check(evidence, contents, trusted).run()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        pass
    nothing = {name: 0 for name in ("entries", "unproven", "removed", "files", "roots")}
    return {"state": "broken", "findings": [{"kind": "format"}], **nothing, "seen": []}


def hashes_of(data):
    return {"sha256": hashlib.sha256(data).hexdigest(), "sm3": sm3(data).hex()}


def read_export(path):
    with zipfile.ZipFile(path) as archive:
        contents = {name: hashes_of(archive.read(name)) for name in archive.namelist() if name != "entries.json"}
        return json.loads(archive.read("entries.json")), contents


def edited(whole, edits):
    whole = copy.deepcopy(whole)
    for one in edits:
        within = whole
        for name in one["at"][:-1]:
            within = within[name]
        if "value" in one:
            within[one["at"][-1]] = one["value"]
        else:
            del within[one["at"][-1]]
    return whole


def compare_with_golden(path):
    with open(path, encoding="utf-8") as file:
        golden = json.load(file)
    wrong = 0
    for case in golden["cases"]:
        files = {**golden["files"], **case.get("files", {})}
        contents = {name: hashes_of(base64.b64decode(data)) for name, data in files.items() if data is not None}
        verdict = verdict_of(edited(golden["export"], case.get("edits", [])), contents, case.get("trusted"))
        agrees = verdict == case["verdict"]
        wrong += not agrees
        print("agrees " if agrees else "DIFFERS", case["name"], "" if agrees else json.dumps(verdict))
    return wrong


if __name__ == "__main__":
    if sys.argv[1] == "--golden":
        sys.exit(1 if compare_with_golden(sys.argv[2]) else 0)
    published = None
    if len(sys.argv) > 2:
        with open(sys.argv[2], encoding="utf-8") as keys:
            published = json.load(keys)
    try:
        export = read_export(sys.argv[1])
    except (OSError, zipfile.BadZipFile, zlib.error, KeyError, ValueError) as error:
        sys.exit(f"{sys.argv[1]} cannot be read as an export: {error}")
    outcome = verdict_of(*export, published)
    print(json.dumps(outcome, indent=2, ensure_ascii=False))
    sys.exit(0 if outcome["state"] == "intact" else 1)
