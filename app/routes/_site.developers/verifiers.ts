import { withOurNames } from "#app/brand";

const written = [
  {
    title: "In PHP",
    words: "Save it as thuma.php where your web server runs PHP.",
    code: `<?php
/** What happened, or null if the call isn't ours. $body is the text as it came. */
function thuma_event(string $secret, string $id, string $at, string $signatures, string $body): ?array {
    $key = base64_decode(substr($secret, strlen('whsec_')));
    if ($key === '' || !ctype_digit($at) || abs(time() - (int) $at) > 300) return null;
    $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($right, $given)) return json_decode($body, true);
    }
    return null;
}

$event = thuma_event(
    getenv('THUMA_WEBHOOK_SECRET'),
    $_SERVER['HTTP_WEBHOOK_ID'] ?? '',
    $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '',
    $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '',
    file_get_contents('php://input')
);
http_response_code($event ? 204 : 400);`,
  },
  {
    title: "In Python",
    words: "Start it with python3, behind the web server that has your certificate.",
    code: `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

def thuma_event(secret, headers, body):
    """What happened, or None if the call isn't ours. body is the bytes as they came."""
    at = headers.get("webhook-timestamp", "")
    key = base64.b64decode(secret[len("whsec_"):])
    if not key or not at.isdecimal() or abs(time.time() - int(at)) > 300:
        return None
    signed = f"{headers.get('webhook-id')}.{at}.".encode() + body
    right = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    for given in headers.get("webhook-signature", "").split(" "):
        if hmac.compare_digest(right, given.encode()):
            return json.loads(body)
    return None

class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        event = thuma_event(os.environ.get("THUMA_WEBHOOK_SECRET", ""), self.headers, body)
        self.send_response(204 if event else 400)
        self.end_headers()

HTTPServer(("localhost", int(os.environ.get("PORT", 8080))), Hook).serve_forever()`,
  },
  {
    title: "In JavaScript",
    words: "Save it as thuma.mjs and start it with node, behind the web server that has your certificate.",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

/** What happened, or null if the call isn't ours. body is the bytes as they came. */
function thumaEvent(secret, headers, body) {
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures = "" } = headers;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  if (key.length === 0 || !(Math.abs(Date.now() / 1000 - at) <= 300)) return null;
  const right = createHmac("sha256", key).update(\`\${id}.\${at}.\`).update(body).digest("base64");
  const isOurs = signatures.split(" ").some((given) => isSame(Buffer.from(given), Buffer.from("v1," + right)));
  return isOurs ? JSON.parse(body) : null;
}

function isSame(given, right) {
  return given.length === right.length && timingSafeEqual(given, right);
}

const { THUMA_WEBHOOK_SECRET: secret = "", PORT = 8080 } = process.env;
createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const event = thumaEvent(secret, request.headers, Buffer.concat(pieces));
  response.writeHead(event ? 204 : 400).end();
}).listen(PORT, "localhost");`,
  },
];

/**
 * Programs of a shop that take our calls and check that they come from us, as a page shows them: whole, with each
 * language's standard library only. A test runs them.
 */
export const verifiers = written.map(({ title, words, code }) => ({
  ...{ title, words: withOurNames(words), code: withOurNames(code) },
}));
