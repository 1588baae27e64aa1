import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { freePort } from "./running-site";

/** A remote pricing service as its client sees it: an address, the requests that it got, and a way to stop it. */
export type PricingElsewhere = { url: string; asked: string[]; stop(): Promise<void> };

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export async function pricingElsewhere(behave: Behaviour): Promise<PricingElsewhere> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    behave(request, response);
    request.resume();
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Good answers to everything, for tests that change one of them. */
export const goodAnswers: Record<string, unknown> = {
  "/v1/boxes": [{ id: "crate", name: "Crate", dimensions: { l: 10, w: 20, h: 30 }, maxWeightKg: 5, cost: 9.5 }],
  "/v1/coverage": { city: "Katlehong", pcode: "1431" },
  "/v1/countries": { items: [{ name: "Brazil", zoneLetter: "J", numericZone: 10 }] },
  "/health": { ok: true },
  "/v1/quote/local": aQuote(),
  "/v1/quote/international": aQuote(),
};

/** The answer of a service that asks R 115 for one crate. */
export function aQuote(changes: { perUnit?: object; totals?: object; meta?: object } = {}) {
  const perUnit = { base: 80, linehaul: 0, pickupLocal: 0, intlBase: 0, transport: 80, fuel: 10.5, packaging: 9.5 };
  const totals = { transport: 80, fuel: 10.5, packaging: 9.5, subtotalExVat: 100, vat: 15, grandTotal: 115 };
  const place = { city: "Katlehong", region: "GP", zone: "metro", country: "South Africa", zoneLetter: null };
  const names =
    "grandTotal subtotalExVat vat basePerUnit linehaulPerUnit pickupLocalPerUnit intlBasePerUnit transportRatePerUnit fuelPerUnit packagingCostPerUnit transport fuel packaging";
  return {
    ok: true,
    formatted: Object.fromEntries(names.split(" ").map((name) => [name, "ZAR 1"])),
    pricing: {
      perUnit: { ...perUnit, ...changes.perUnit },
      totals: { ...totals, ...changes.totals },
      surcharges: { fuelRate: 0.13125 },
    },
    meta: { quantity: 1, selectedBoxId: "crate", boxName: "Crate", from: place, to: place, ...changes.meta },
  };
}

/** Answers with JSON. */
export function answerWith(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** The good answer to any request: each postal code is Katlehong's. */
export const healthy: Behaviour = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://pricing.example");
  const place = { city: "Katlehong", pcode: searchParams.get("pcode") };
  const answer = pathname === "/v1/coverage" ? place : goodAnswers[pathname];
  answerWith(response, answer === undefined ? 404 : 200, answer ?? { ok: false, error: "nothing here" });
};

const html = "<!doctype html><title>Bad gateway</title><h1>502</h1>";
const REDIRECT = { Location: "/again" };

/** Twelve kinds of failure. Each answers every address in the same way. */
export const failures: Record<string, Behaviour | "refused"> = {
  refused: "refused",
  hangs: () => undefined,
  drips: (_request, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const drip = setInterval(() => response.write(" "), 200);
    response.once("close", () => clearInterval(drip));
  },
  resets: (request) => void request.socket.resetAndDestroy(),
  "500": (_request, response) => answerWith(response, 500, { message: "boom" }),
  "502 with HTML": (_request, response) => void response.writeHead(502, { "Content-Type": "text/html" }).end(html),
  "200 with HTML": (_request, response) => void response.writeHead(200, { "Content-Type": "text/html" }).end(html),
  "ok alone": (_request, response) => answerWith(response, 200, { ok: true }),
  "wrong types": (_request, response) =>
    answerWith(response, 200, {
      ...aQuote({ totals: { grandTotal: "115" }, perUnit: { base: null } }),
      items: [{ name: 7 }],
      city: ["Katlehong"],
      0: { id: {} },
    }),
  "negative price": (request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    if (path === "/v1/boxes") return answerWith(response, 200, [{ ...(goodAnswers[path] as object[])[0], cost: -1 }]);
    if (path.startsWith("/v1/quote")) return answerWith(response, 200, aQuote({ totals: { grandTotal: -115 } }));
    answerWith(response, 200, {
      items: [{ name: "Brazil", zoneLetter: "J", numericZone: -10 }],
      city: "X",
      pcode: "-143",
    });
  },
  "5 MB": (_request, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.on("error", () => undefined);
    response.end(JSON.stringify({ ok: true, filler: "x".repeat(5 * 1024 * 1024) }));
  },
  "redirect loop": (_request, response) => void response.writeHead(302, REDIRECT).end(),
};

/** A service with this failure. */
export async function failingPricing(failure: string): Promise<PricingElsewhere> {
  const behave = failures[failure];
  if (behave === undefined) throw new Error(`no failure "${failure}"`);
  if (behave !== "refused") return pricingElsewhere(behave);
  return { url: `http://127.0.0.1:${await freePort()}`, asked: [], stop: async () => undefined };
}
