"""A client of the signed calls. It needs nothing but Python 3.9, and can be copied as it is."""

import hashlib
import hmac
import json
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request


class XingjianError(Exception):
    """An error of the catalogue (GET /open/v1/errors)."""

    def __init__(self, status, error):
        super().__init__(error.get("message", "HTTP %d" % status))
        self.status = status
        self.code = error.get("code", "")
        self.request_id = error.get("request_id", "")
        self.errors = error.get("errors", {})


class XingjianClient:
    """address, key and secret are those on the page of the application."""

    def __init__(self, address, app_key, secret, algorithm="sm3", language="zh-cn"):
        self.address = address
        self.app_key = app_key
        self.secret = secret
        self.algorithm = algorithm
        self.language = language

    def list(self, resource, **query):
        """One page of a resource: list("enterprise/enterprise", page=2, limit=50)."""
        return self.request("GET", "/open/v1/" + resource, query)

    def get(self, resource, key):
        return self.request("GET", "/open/v1/%s/%d" % (resource, key))["data"]

    def add(self, resource, values):
        """Adds a row and answers its key."""
        return self.request("POST", "/open/v1/" + resource, values=values)["data"]["id"]

    def report(self, series, rows):
        """Reports up to 1,000 readings of a series, and answers what became of each."""
        return self.request("POST", "/open/v1/" + series, values={"rows": rows})["data"]

    def request(self, method, path, query=None, values=None):
        sent = urllib.parse.urlencode(query or {})
        body = b"" if values is None else json.dumps(values, ensure_ascii=False).encode()
        headers = self.sign(method, path, sent, body)
        headers["think-lang"] = self.language
        if body:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(
            self.address + path + ("?" + sent if sent else ""), data=body or None, headers=headers, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            raise XingjianError(refused.code, json.load(refused).get("error", {})) from None

    def sign(self, method, path, query, body):
        """The headers that sign a request."""
        timestamp = str(int(time.time()))
        nonce = secrets.token_hex(16)
        parts = [method, path, "&".join(sorted(query.split("&"))), hashlib.sha256(body).hexdigest(), timestamp, nonce]
        sign = hmac.new(self.secret.encode(), "\n".join(parts).encode(), self.algorithm).hexdigest()
        return {"X-App-Key": self.app_key, "X-Timestamp": timestamp, "X-Nonce": nonce, "X-Sign": sign}
