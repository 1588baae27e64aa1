import { Agent, request } from "node:http";
import fc from "fast-check";
import { routeNames } from "../support/route-files.mjs";

export type HostileRequest = { method: string; path: string; headers: Record<string, string>; body: Buffer };
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

const METHODS = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"];
const TYPES = [
  "application/x-www-form-urlencoded",
  "application/x-www-form-urlencoded; charset=ISO-8859-1",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "application/json",
  "application/json; charset=utf-7",
  "text/plain",
  "text/xml",
  "image/svg+xml",
  'a/b; c="d',
  "",
];

/** Names that our forms use, and some that no form should. */
const NAMES = [
  ...[
    "fromName",
    "fromEmail",
    "fromPhone",
    "fromPostal",
    "toPostal",
    "toCountry",
    "toName",
    "fromAddressLine",
    "intent",
  ],
  ...[
    "selectedBoxId",
    "quantity",
    "weight",
    "declaredValue",
    "specialInstructions",
    "collectionDay",
    "confirm",
    "price",
  ],
  ...["email", "password", "name", "phone", "confirmPassword", "token", "draft", "seen", "resumeId", "waybill", "tab"],
  ...[
    "oobCode",
    "mode",
    "next",
    "continueUrl",
    "quoteId",
    "m_payment_id",
    "pf_payment_id",
    "signature",
    "amount_gross",
  ],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "a[0]",
    "a.b.c",
    "__intent__",
    "__state__",
    "_data",
    "index",
    "",
    "id_number",
  ],
];

/** Texts that are known to break sites. */
const words = fc.oneof(
  fc.constantFrom(
    ...[
      "",
      "0",
      "-1",
      "1e400",
      "NaN",
      "1431",
      "1804",
      "9999",
      "\0",
      "%00",
      "%",
      "%E9",
      "\ud800",
      "\u202e",
      "\r\nSet-Cookie: a=b",
    ],
    ...[
      "' OR 1=1 --",
      '"><script>alert(1)</script>',
      "{{7*7}}",
      "../../etc/passwd",
      "javascript:alert(1)",
      "//evil.example",
    ],
    ...[
      "South Africa",
      "flyer-bag",
      "resetPassword",
      "verifyEmail",
      "register",
      "on",
      "true",
      "null",
      "thandi@example.co.za",
    ],
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc
    .tuple(
      fc.constantFrom("a", " ", "\u0315\u0300\u05ae\u0327", "&", "=", "[", "é", "👍"),
      fc.integer({ min: 1, max: 2_000 }),
    )
    .map(([piece, times]) => piece.repeat(times)),
);

const pairs = fc.array(fc.tuple(fc.constantFrom(...NAMES), words), { maxLength: 30 });

function encoded(list: [string, string][]): string {
  return list.map(([name, value]) => `${part(name)}=${part(value)}`).join("&");
}

const part = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?"));

const bodies: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: pairs.map((list) => Buffer.from(encoded(list))) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("a&", "a=1&", "[", '{"a":', "%", "+", "&&="), fc.integer({ min: 1, max: 8_000 }))
      .map(([piece, times]) => Buffer.from(piece.repeat(times))),
  },
  { weight: 1, arbitrary: pairs.map((list) => Buffer.from(multipart(list))) },
);

function multipart(list: [string, string][]): string {
  const fields = list.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${fields.join("")}--x--\r\n`;
}

/** Header values that Node still sends: Latin-1 without line breaks. */
const headerWords = fc.oneof(
  fc.constantFrom(
    "",
    "*",
    "null",
    "gzip;q=0, br;q=1.1",
    'W/"x", *',
    "bytes=0-18446744073709551615",
    "http://evil.example",
    "http://localhost",
  ),
  fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\t\x20-\x7e]/g, "?")),
  fc
    .constantFrom("a", ";", ",", "=", "a=b; ")
    .chain((piece) => fc.integer({ min: 1, max: 1_500 }).map((times) => piece.repeat(times))),
);
const HEADERS = [
  ...[
    "Cookie",
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "If-None-Match",
    "If-Modified-Since",
    "Range",
    "Origin",
  ],
  ...["Referer", "Sec-Fetch-Site", "Save-Data", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Expect"],
  ...["Idempotency-Key", "Authorization", "Content-Encoding", "X-HTTP-Method-Override", "Upgrade-Insecure-Requests"],
];

/** A path for every route, with values for its parameters. */
export function everyRoute(): string[] {
  const files = routeNames.map((file) => file.replace(/\.tsx?$/, ""));
  const paths = files.map((file) => {
    const address = file
      .replaceAll(/\[(.)\]/g, (_, character: string) => (character === "." ? "\0" : character))
      .replace(/^_site\.?/, "")
      .replace(/\.?_index$/, "")
      .replaceAll(".", "/")
      .replaceAll("\0", ".");
    return `/${address.replace(/\$\w*/g, "x")}`;
  });
  return [...new Set(paths)].sort();
}

/** @param people `Cookie` headers of browsers that are signed in or half-way through a form, and their forms' hidden fields */
export function anyRequest(people: { cookie: string; fields: [string, string][] }[]): fc.Arbitrary<HostileRequest> {
  const query = fc.option(
    pairs.map((list) => `?${encoded(list).slice(0, 7_000)}`),
    { nil: "" },
  );
  const strange = fc
    .tuple(fc.constantFrom("/%2e%2e/", "/%00", "/x/", "//", "/%ff", "/a;b", "/build/", "/v1/", "/waybill/"), words)
    .map(([start, word]) => start + part(word).slice(0, 500));
  return fc
    .record({
      method: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom("GET", "POST") },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      path: fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...everyRoute()) }, { weight: 1, arbitrary: strange }),
      query,
      type: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(TYPES[0] ?? "") },
        { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
      ),
      headers: fc.dictionary(fc.constantFrom(...HEADERS), headerWords, { maxKeys: 4, noNullPrototype: true }),
      body: bodies,
      person: fc.option(fc.constantFrom(...people)),
      isOurs: fc.boolean(),
    })
    .map(({ method, path, query, type, headers, body: typed, person, isOurs }) => {
      const hasBody = !["GET", "HEAD", "TRACE"].includes(method);
      const all = {
        ...headers,
        ...(hasBody && type !== "" && { "Content-Type": type }),
        ...(person && { Cookie: person.cookie }),
        ...(isOurs && { "Sec-Fetch-Site": "same-origin", Origin: "" }),
      };
      const body = person && isOurs ? Buffer.concat([typed, Buffer.from(`&${encoded(person.fields)}`)]) : typed;
      return { method, path: path + query, headers: all, body: hasBody ? body : Buffer.alloc(0) };
    });
}

/** Sends them over persistent connections; rejects when an answer never comes or is cut off. */
export function sender(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  function send({ method, path, headers, body }: HostileRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = body.length > 0 || method === "POST" ? { "Content-Length": body.length } : {};
      const asking = request(origin + path, { method, agent, headers: { ...headers, ...length } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
        );
      });
      asking.on("error", reject);
      asking.end(body);
    });
  }
  return { send, close: () => agent.destroy() };
}
