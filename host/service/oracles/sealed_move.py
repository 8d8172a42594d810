"""Opens a sealed move by age's specification (age-encryption.org/v1) and checks its commitment, with nothing of ours.

Usage: sealed_move.py FLAGFALL, the program; python3-cryptography must be there.
"""

import base64
import hashlib
import hmac
import json
import subprocess
import sys
import tempfile

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

BEGIN, END = "-----BEGIN AGE ENCRYPTED FILE-----", "-----END AGE ENCRYPTED FILE-----"
PASSPHRASE = "abandon-zoo-ability-zone-able-zero"


def unpadded(text):
    """Base64 without its padding."""
    return base64.b64decode(text + "=" * (-len(text) % 4))


def derived(key, salt, info):
    """32 bytes by HKDF."""
    return HKDF(SHA256(), 32, salt, info).derive(key)


def opened(armored, passphrase):
    """The text in an age file, by the passphrase."""
    raw = base64.b64decode("".join(armored.split(BEGIN)[1].split(END)[0].split()))
    at = raw.index(b"\n--- ") + len(b"\n---")
    header, rest = raw[:at], raw[at + 1 :]
    mac, payload = rest[:43], rest[44:]
    lines = header.decode().split("\n")
    assert lines[0] == "age-encryption.org/v1", lines[0]
    _, kind, salt, work = lines[1].split(" ")
    assert (kind, work) == ("scrypt", "15"), lines[1]
    salt = b"age-encryption.org/v1/scrypt" + unpadded(salt)
    wrap = hashlib.scrypt(passphrase.encode(), salt=salt, n=1 << int(work), r=8, p=1, maxmem=1 << 27, dklen=32)
    key = ChaCha20Poly1305(wrap).decrypt(bytes(12), unpadded(lines[2]), None)
    expected = hmac.new(derived(key, b"", b"header"), header, hashlib.sha256).digest()
    assert hmac.compare_digest(expected, unpadded(mac.decode())), "the header's MAC"
    stream = ChaCha20Poly1305(derived(key, payload[:16], b"payload"))
    return stream.decrypt(bytes(11) + b"\x01", payload[16:], None)


def sealed_by(program):
    """The commitment and the envelope of a move that the service has sealed."""
    import os
    import urllib.request

    with tempfile.TemporaryDirectory() as folder:
        service = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--data", folder], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "FLAGFALL_LOG": "error"},
        )
        try:
            address = service.stdout.readline().split()[1].rstrip("/")

            def tell(what, body):
                request = urllib.request.Request(
                    f"{address}/api/tables/1/{what}", json.dumps(body).encode(), {"Content-Type": "application/json"}
                )
                return json.load(urllib.request.urlopen(request))

            for command, by in [("press white", "white"), ("adjourn", "arbiter")]:
                tell("orders", {"command": command, "by": by})
            answer = tell("seal", {"side": "black", "move": "Q16", "passphrase": PASSPHRASE})
        finally:
            service.terminate()
            service.wait()
        export = subprocess.run(
            [program, "export", "--game", "1", folder], check=True, capture_output=True, text=True
        ).stdout
    armored = export[export.rindex(BEGIN) : export.rindex(END) + len(END)]
    return answer, armored.replace("\\\\n", "\n").replace("\\n", "\n")


def main():
    """Seals with the program, opens without it."""
    answer, armored = sealed_by(sys.argv[1])
    text = opened(armored, answer["passphrase"])
    committed = b"".join(text.splitlines(keepends=True)[:5])
    lines = committed.decode().split("\n")
    assert answer["passphrase"] == PASSPHRASE
    assert hashlib.sha256(committed).hexdigest() == answer["commitment"], "the commitment"
    assert (lines[0], lines[3], lines[4]) == ("flagfall-seal-1", "1", "Q16"), lines
    assert set(text.splitlines()[5]) == {ord(".")}, "the sixth line"
    print("oracles sealed_move: opened and checked by the specification of age, in Python")


main()
