import { cookies, documents, headers, lists, namesOnly, paths, queries, texts } from "./shapes.mjs";

/** The site accepts forms of up to 64 KB, and addresses of up to 8 KB. */
const FORM_BYTES = 65_000;
const ADDRESS_BYTES = 7_800;

/** A body in chunks of one byte is sent in so many. */
const CHUNKS = 60_000;

/** Addresses with a query that no form of the site produces. */
const asked = [
  ["/login", { tab: "login", next: "/dashboard" }],
  ["/join", { sent: "A123" }],
  ["/lite", { back: "/ship" }],
  ["/tracking", { no: "TH4821093753" }],
  ["/action", { mode: "resetPassword", oobCode: "x", continueUrl: "/dashboard" }],
  ["/payfast/return", { quoteId: "x", answered: "1", since: "1" }],
  ["/payfast/simulator", { merchant_id: "1", amount: "80.62", signature: "x" }],
  [
    "/ship/addresses",
    // biome-ignore lint/suspicious/noThenProperty: a name in an address, never awaited
    { fromPostal: "1431", toPostal: "1804", fromCity: "Germiston", toCity: "Soweto", then: "review" },
  ],
  ["/ship-Inter/addresses", { fromPostal: "1431", toCountry: "Brazil", address: "x" }],
  ["/dashboard", { q: "Q123", before: "2026-11-22T00:00:00.000Z_x" }],
  ["/account", { done: "x", failed: "x" }],
  ["/verify", { next: "/dashboard", sent: "1" }],
  ["/v1/coverage", { pcode: "1431" }],
  ["/v1/countries", { q: "bra", limit: "15" }],
];

const quote = { fromPostal: "1431", toPostal: "1804", toCountry: "Brazil", quantity: "1", selectedBoxId: "flyer-bag" };

/** Addresses of files, documents and programs. */
const places = [
  ...["/robots.txt", "/sitemap.xml", "/manifest.webmanifest", "/.well-known/security.txt", "/offline", "/health"],
  ...[
    "/countries?q=bra",
    "/places?q=sow",
    "/v1/boxes",
    "/v1/countries?q=bra",
    "/v1/coverage?pcode=1431",
    "/v1/openapi.json",
  ],
  ...["/privacy", "/terms", "/contact", "/developers", "/favicon.ico", "/nothing-here"],
];

/**
 * Every address, with its ordinary request and its hostile ones: whatever takes a form, JSON or a query, and every page
 * as it is opened.
 * @param forms of `everyForm`
 * @param pages that `everyForm` opened
 * @returns { title, ordinary: request, hostile(): [shape, request][] } of each; a request is { method, path, headers,
 * body }, with `isChunked` if each byte of its body is sent as a chunk
 */
export function targets(forms, pages) {
  const customer = forms.find(({ path }) => path === "/dashboard").cookie;
  const queried = asked.map(([path, fields]) => {
    return { method: "GET", path, query: "", cookie: customer, fields: Object.entries(fields), buttons: [] };
  });
  const api = ["/v1/quote/local", "/v1/quote/international"];
  const starts = ["", "/ship", "/waybill", "/payfast/start", "/build", "/v1"];
  const waybill = pages.find(({ path }) => path.startsWith("/waybill/"));
  const opened = [
    ...pages,
    { ...waybill, path: `${waybill.path}.pdf` },
    ...places.map((place) => {
      const [path, query] = place.split("?");
      return { path, query: query ? `?${query}` : "", cookie: "" };
    }),
  ];
  return [
    // First, because some of the forms end the sessions with which these were opened.
    ...opened.map(pageTarget),
    ...[...forms, ...queried].map(formTarget),
    ...api.map(jsonTarget),
    ...starts.map(placeTarget),
  ];
}

/** Each page as a browser asks for it. */
function pageTarget({ path, query, cookie }) {
  const request = (more = {}, address = path + query) => ({
    method: "GET",
    path: address,
    ...more,
    headers: { "accept-encoding": "gzip, deflate, br", ...(cookie && { cookie }), ...more.headers },
  });
  const begin = query ? `${query}&` : "?";
  return {
    title: `GET ${short(path)}, opened`,
    ordinary: request(),
    *hostile() {
      // A kept page isn't kept for these: it is rendered.
      yield ["any query", request({}, `${path}${begin}any=1`)];
      yield ["any cookie", request({ headers: { cookie: `${cookie}; any=1` } })];
      for (const [shape, text] of Object.entries(queries))
        yield [shape, request({}, path + begin + text(ADDRESS_BYTES - 300))];
      for (const [shape, more] of Object.entries(cookies))
        yield [shape, request({ headers: { cookie: `${cookie}; ${more}`.slice(0, 31_000) } })];
      yield* ofEveryKind(request());
    },
  };
}

/** What can be added to any request. */
function ofEveryKind(request) {
  return [
    ...Object.entries(headers).map(([shape, more]) => [
      shape,
      { ...request, headers: { ...request.headers, ...more } },
    ]),
    ["chunks of a byte", { ...request, body: "a".repeat(CHUNKS), isChunked: true }],
  ];
}

function short(path) {
  return path.replace(/[\w-]{22}/g, "…").replace(/\d{6,}/g, "…");
}

function formTarget(form) {
  const { method, path, query, cookie, fields, buttons } = form;
  const isGet = method === "GET";
  const bytes = isGet ? ADDRESS_BYTES : FORM_BYTES;
  const names = [...fields, ...buttons].map(([name]) => name);
  const request = (sent, extraCookie = cookie) => ({
    method,
    path: isGet ? `${path}?${sent}` : path + query,
    headers: { cookie: extraCookie, ...(!isGet && { "content-type": "application/x-www-form-urlencoded" }) },
    body: isGet ? undefined : sent,
  });
  const filled = (changes) => {
    const all = [...fields.filter(([name]) => !(name in changes)), ...Object.entries(changes)];
    return all.map(([name, value]) => `${name}=${escaped(value, isGet)}`).join("&");
  };
  const rest = filled({}).length;
  const isImport = method === "POST" && path === "/dashboard/import";
  const ordinary = request(filled(isImport ? { list: goodList, intent: "check" } : {}));
  const step = new URLSearchParams(query).get("tab");
  return {
    title: `${method} ${short(path)}${step ? `?tab=${step}` : ""}`,
    ordinary,
    *hostile() {
      for (const name of new Set(names)) {
        for (const [shape, text] of Object.entries(texts))
          yield [`${name}: ${shape}`, request(filled({ [name]: fitting(text, bytes - rest, isGet) }))];
      }
      for (const [shape, form] of Object.entries(namesOnly))
        yield [shape, request(form(bytes, names.length ? names : ["a"]))];
      for (const [shape, more] of Object.entries(cookies))
        yield [shape, request(filled({}), `${cookie}; ${more}`.slice(0, 31_000))];
      for (const [shape, text] of isGet ? [] : Object.entries(queries))
        yield [shape, { ...ordinary, path: `${path}?${text(ADDRESS_BYTES)}` }];
      for (const [shape, list] of isImport ? Object.entries(lists) : []) yield [shape, upload(ordinary, fields, list)];
      yield* ofEveryKind(ordinary);
    },
  };
}

const goodLine =
  "9 Shop Street,Germiston,1431,Zola Khumalo,z@example.com,082 123 4567,9 Vilakazi Street,Soweto,1804,flyer-bag,2,Shoes";
/** As long as a list may be. */
const goodList = `fromAddressLine,fromCity,fromPostal,toName,toEmail,toPhone,toAddressLine,toCity,toPostal,selectedBoxId,quantity,parcelDesc\n${`${goodLine}\n`.repeat(100)}`;

function upload(request, fields, list) {
  const part = (name, more, value) =>
    `--cut\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const parts = [...fields.filter(([name]) => name !== "list"), ["intent", "check"]];
  const own = parts.map(([name, value]) => part(name, "", value)).join("");
  return {
    ...request,
    headers: { ...request.headers, "content-type": "multipart/form-data; boundary=cut" },
    body: `${own}${part("file", '; filename="parcels.csv"\r\nContent-Type: text/csv', list)}--cut--\r\n`,
  };
}

function jsonTarget(path) {
  const request = (body, headers = {}) => ({
    method: "POST",
    path,
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  const good = JSON.stringify(quote);
  return {
    title: `POST ${path}`,
    ordinary: request(good),
    *hostile() {
      for (const name of Object.keys(quote)) {
        for (const [shape, text] of Object.entries(texts)) {
          const value = text(FORM_BYTES / 2).slice(0, FORM_BYTES / 2);
          yield [`${name}: ${shape}`, request(JSON.stringify({ ...quote, [name]: value }))];
        }
        const deep = documents["brackets in brackets"](FORM_BYTES - 500);
        yield [`${name}: brackets in brackets`, request(good.replace(/}$/, `,"${name}":${deep}}`))];
      }
      for (const [shape, document] of Object.entries(documents)) yield [shape, request(document(FORM_BYTES))];
      for (const [shape, cookie] of Object.entries(cookies)) yield [shape, request(good, { cookie })];
      yield ["a long key", request(good, { "idempotency-key": "x".repeat(30_000) })];
      yield* ofEveryKind(request(good));
    },
  };
}

function placeTarget(place) {
  const request = (path) => ({ method: "GET", path, headers: { cookie: "a=1" } });
  return {
    title: `GET ${place}/…`,
    ordinary: request(`${place}/x`),
    *hostile() {
      for (const [shape, rest] of Object.entries(paths)) yield [shape, request((place + rest).slice(0, 8_190))];
      yield* ofEveryKind(request(`${place}/x`));
    },
  };
}

/** The longest text that still fits once it is escaped. */
function fitting(text, bytes, isGet) {
  let length = bytes;
  let made = text(length);
  while (Buffer.byteLength(escaped(made, isGet)) > bytes) {
    length *= 0.9;
    made = text(Math.floor(length));
  }
  return made;
}

/** Escapes only what a form's body requires; in an address, everything. */
function escaped(text, isGet) {
  return isGet ? encodeURIComponent(text) : text.replace(/[%&+=\r\n]/g, encodeURIComponent);
}
