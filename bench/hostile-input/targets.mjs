import { cookies, documents, namesOnly, paths, texts } from "./shapes.mjs";

/** The site accepts forms of up to 64 KB, and addresses of up to 8 KB. */
const FORM_BYTES = 65_000;
const ADDRESS_BYTES = 7_800;

/** Addresses with a query that no form of the site produces. */
const queries = [
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

/**
 * Every route that takes a form, JSON or a query, with its ordinary request and its hostile ones.
 * @param forms of `everyForm`
 * @returns { title, ordinary: request, hostile: [shape, request][] } of each; a request is { method, path, headers,
 * body }
 */
export function targets(forms) {
  const customer = forms.find(({ path }) => path === "/dashboard").cookie;
  const asked = queries.map(([path, fields]) => {
    return { method: "GET", path, query: "", cookie: customer, fields: Object.entries(fields), buttons: [] };
  });
  const api = ["/v1/quote/local", "/v1/quote/international"];
  const places = ["", "/ship", "/waybill", "/payfast/start", "/build", "/v1"];
  return [...[...forms, ...asked].map(formTarget), ...api.map(jsonTarget), ...places.map(placeTarget)];
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
  const hostile = [];
  for (const name of new Set(names)) {
    for (const [shape, text] of Object.entries(texts)) {
      hostile.push([`${name}: ${shape}`, request(filled({ [name]: fitting(text, bytes - rest, isGet) }))]);
    }
  }
  for (const [shape, form] of Object.entries(namesOnly))
    hostile.push([shape, request(form(bytes, names.length ? names : ["a"]))]);
  for (const [shape, more] of Object.entries(cookies))
    hostile.push([shape, request(filled({}), `${cookie}; ${more}`.slice(0, 31_000))]);
  const step = new URLSearchParams(query).get("tab");
  return {
    title: `${method} ${path.replace(/[\w-]{22}$/, "…")}${step ? `?tab=${step}` : ""}`,
    ordinary: request(filled({})),
    hostile,
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
  const hostile = [];
  for (const name of Object.keys(quote)) {
    for (const [shape, text] of Object.entries(texts)) {
      const value = text(FORM_BYTES / 2).slice(0, FORM_BYTES / 2);
      hostile.push([`${name}: ${shape}`, request(JSON.stringify({ ...quote, [name]: value }))]);
    }
    const deep = documents["brackets in brackets"](FORM_BYTES - 500);
    hostile.push([`${name}: brackets in brackets`, request(good.replace(/}$/, `,"${name}":${deep}}`))]);
  }
  for (const [shape, document] of Object.entries(documents)) hostile.push([shape, request(document(FORM_BYTES))]);
  for (const [shape, cookie] of Object.entries(cookies)) hostile.push([shape, request(good, { cookie })]);
  hostile.push(["a long key", request(good, { "idempotency-key": "x".repeat(30_000) })]);
  return { title: `POST ${path}`, ordinary: request(good), hostile };
}

function placeTarget(place) {
  const request = (path) => ({ method: "GET", path, headers: { cookie: "a=1" } });
  const hostile = Object.entries(paths).map(([shape, rest]) => [shape, request((place + rest).slice(0, 8_190))]);
  return { title: `GET ${place}/…`, ordinary: request(`${place}/x`), hostile };
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
