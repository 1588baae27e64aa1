import type { IncomingMessage } from "node:http";
import * as build from "@remix-run/dev/server-build";
import { broadcastDevReady, createRequestHandler } from "@remix-run/node";
import type { AppLoadContext } from "@remix-run/server-runtime";
import { knownAddress, type MakeRequest } from "./known-address";
import "./load-context";

const handleAny = createRequestHandler(build, "production");

/** In development: tells `remix dev`, and so the open pages, that this build is being served. */
export function announceToRemixDev(): void {
  if (process.env.NODE_ENV === "development") void broadcastDevReady(build);
}

/** Every address of the app, as its routes are written: `/track`, `/waybill/:no`. */
export const routePatterns: string[] = [...new Set(Object.keys(build.routes).map((id) => patternOf(id)))];

const fixedPatterns = new Set(routePatterns.filter((pattern) => !/[:*]/.test(pattern)));

/**
 * The addresses of routes with `handle = { cached: true }`: their pages are the same for everybody without a cookie.
 */
export const cachedAddresses: string[] = Object.entries(build.routes)
  .filter(([id, { module }]) => isCached(module.handle, patternOf(id)))
  .map(([id]) => patternOf(id));

/** Those of them that show the same whatever their query: `handle = { cached: "any query" }`. */
export const addressesOfAnyQuery: string[] = Object.entries(build.routes)
  .filter(([, { module }]) => cachedOf(module.handle) === "any query")
  .map(([id]) => patternOf(id));

/**
 * Addresses as regular expressions, those without parameters first, with the methods that their routes answer. Remix too
 * finds them in any letters.
 */
const addresses = routePatterns
  .toSorted((one, other) => parametersIn(one) - parametersIn(other))
  .map((pattern) => ({
    pattern,
    is: new RegExp(
      `^${pattern
        .replace(/[.[\]]/g, "\\$&")
        .replace(/:\w+/g, "[^/]+")
        .replace(/\*$/, ".*")}/?$`,
      "i",
    ),
    methods: methodsOfRoutes(Object.entries(build.routes).filter(([id]) => patternOf(id) === pattern)),
  }));

/** The methods that an address answers, as in `Allow`: "GET, HEAD, POST". */
export function methodsAt(path: string): string {
  return addresses.find(({ is }) => is.test(path))?.methods ?? "GET, HEAD";
}

/** A layout and its page have one address. Calls of the API say themselves which methods they have. */
function methodsOfRoutes(routes: [string, (typeof build.routes)[string]][]): string {
  const modules = routes.map(([, { module }]) => module);
  for (const { loader } of modules) if (loader && "methods" in loader) return String(loader.methods);
  const isPosted = modules.some(({ action }) => action !== undefined);
  const isRead = modules.some(({ loader, default: page }) => loader !== undefined || page !== undefined);
  return [...(isRead ? ["GET", "HEAD"] : []), ...(isPosted ? ["POST"] : [])].join(", ");
}

function parametersIn(pattern: string): number {
  return pattern.split("/").reduce((sum, part) => sum + (part === "*" ? 100 : Number(part.startsWith(":"))), 0);
}

/** Passes a request to the app. HEAD is handled as a GET without its body, so that both have the same headers. */
export async function askRemix(
  request: IncomingMessage,
  url: URL,
  body: Buffer | undefined,
  context: AppLoadContext,
): Promise<Response> {
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
  const headers = headersFor(request, url);
  const make: MakeRequest = (other) =>
    new Request(url.href, { method: other ?? method, headers, body: other ? undefined : body && new Uint8Array(body) });
  return answererAt(url.pathname)(url, make, context);
}

/** Asks the app for a page that is the same for everybody. */
export function askAsAnybody(
  address: URL,
  headers: Record<string, string>,
  context: AppLoadContext,
): Promise<Response> {
  return answererAt(address.pathname)(address, (method) => new Request(address.href, { method, headers }), context);
}

type Answerer = ReturnType<typeof knownAddress>;

const anyAddress: Answerer = (_url, make, context) => handleAny(make(), context);

const answerers = new Map<string, Answerer>();

/**
 * An address that leads to one route is answered by it and its parents only: Remix would match it three times against all
 * routes. Any other (one that is written in another way, an unknown one) goes to Remix's handler with all of them.
 */
function answererAt(address: string): Answerer {
  const pattern = patternAt(address);
  if (pattern === undefined) return anyAddress;
  const answerer = answerers.get(pattern) ?? answererOf(pattern);
  answerers.set(pattern, answerer);
  return answerer;
}

/** The only route's that an address can lead to; undefined if it is written in another way than the route. */
function patternAt(address: string): string | undefined {
  if (fixedPatterns.has(address)) return address;
  // Remix decodes it first.
  if (address.includes("%")) return undefined;
  const [only, another] = addresses.filter(({ pattern, is }) => !pattern.endsWith("*") && is.test(address));
  return only && !another && !fixedPatterns.has(only.pattern) ? only.pattern : undefined;
}

function answererOf(pattern: string): Answerer {
  const here = Object.values(build.routes).filter(({ id }) => patternOf(id) === pattern);
  // A layout and its index have one address.
  const [page, another] = here.filter(({ id }) => here.every(({ parentId }) => parentId !== id));
  if (another) return anyAddress;
  const routes: (typeof here)[number][] = [];
  for (let route = page; route; route = build.routes[route.parentId ?? ""]) routes.unshift(route);
  const only = <Of>(all: Record<string, Of>) => Object.fromEntries(routes.map(({ id }) => [id, all[id] as Of]));
  const ownBuild = {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
  if (fixedPatterns.has(pattern)) return knownAddress(ownBuild, routes);
  const handler = createRequestHandler(ownBuild, "production");
  return (_url, make, context) => handler(make(), context);
}

function headersFor(request: IncomingMessage, url: URL): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
  // Remix refuses a form whose origin has another host. The gate has checked that already, and knows `APP_URL` too.
  const origin = headers.origin ?? "";
  headers.host = URL.canParse(origin) ? new URL(origin).host : url.host;
  delete headers["x-forwarded-host"];
  // The gate has accepted a blank one as unknown; Remix would fail to parse it.
  if (headers.origin === "") delete headers.origin;
  return headers;
}

/** A route with several addresses lists those whose pages are the same for everybody. */
function isCached(handle: unknown, address: string): boolean {
  const cached = cachedOf(handle);
  return cached === true || cached === "any query" || (Array.isArray(cached) && cached.includes(address));
}

function cachedOf(handle: unknown): unknown {
  return typeof handle === "object" && handle !== null && "cached" in handle ? handle.cached : undefined;
}

function patternOf(id: string): string {
  const segments: string[] = [];
  for (let route = build.routes[id]; route; route = build.routes[route.parentId ?? ""]) {
    if (route.path) segments.unshift(route.path);
  }
  return `/${segments.join("/")}`;
}
