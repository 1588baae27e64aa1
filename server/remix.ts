import type { IncomingMessage } from "node:http";
import * as build from "@remix-run/dev/server-build";
import { broadcastDevReady, createRequestHandler } from "@remix-run/node";
import type { AppLoadContext } from "@remix-run/server-runtime";
import { fastPath } from "./fast-path/fast-path";
import type { AskAsAnybody } from "./page-cache";
import "./load-context";

type Handler = ReturnType<typeof createRequestHandler>;

const handleAny = createRequestHandler(build, "production");

/** While somebody edits: tells `remix dev` that this build is served, and with it the pages that are open. */
export function tellRemixDev(): void {
  if (process.env.NODE_ENV === "development") void broadcastDevReady(build);
}

/** Every address of the app, as its routes are written: `/track`, `/waybill/:no`. */
export const routePatterns: string[] = [...new Set(Object.keys(build.routes).map((id) => patternOf(id)))];

const fixedPatterns = new Set(routePatterns.filter((pattern) => !/[:*]/.test(pattern)));

/** The addresses whose routes say `handle = { cached: true }`: what they show is the same for everybody without a cookie. */
export const cachedAddresses: string[] = Object.entries(build.routes)
  .filter(([id, { module }]) => isCached(module.handle, patternOf(id)))
  .map(([id]) => patternOf(id));

/** Asks the app. HEAD is a GET whose body we keep to ourselves, so that both have the same headers. */
export function askRemix(request: IncomingMessage, url: URL, body: Buffer | undefined, context: AppLoadContext) {
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
  const asked = new Request(url.href, {
    method,
    headers: headersFor(request, url),
    body: body && new Uint8Array(body),
  });
  const { known, handle } = whoAnswersAt(url.pathname);
  const answer = isToRemix(url) ? undefined : known[method];
  return answer ? answer(asked, url, context) : handle(asked, context);
}

/** Asks the app for a page that is the same for everybody. */
export const askAsAnybody: AskAsAnybody = (address, headers, context) =>
  whoAnswersAt(address.pathname).handle(new Request(address.href, { headers }), context);

/** What answers at an address: for what is `known` we do ourselves, for all else Remix's handler. */
type Answerer = { known: ReturnType<typeof fastPath>; handle: Handler };

const anyAddress: Answerer = { known: {}, handle: handleAny };
const answerers = new Map<string, Answerer>();

/**
 * An address that is written like a route is answered by that route and its parents alone: to match it against all of
 * ours, three times, is a fifth of Remix's work for a page. Any other (a waybill's, one in other emails, one of nobody)
 * is for the handler that knows them all.
 */
function whoAnswersAt(address: string): Answerer {
  if (!fixedPatterns.has(address)) return anyAddress;
  let answerer = answerers.get(address);
  if (!answerer) {
    const own = buildOf(address);
    answerer = { known: fastPath(own), handle: createRequestHandler(own, "production") };
    answerers.set(address, answerer);
  }
  return answerer;
}

/** Questions of Remix's own scripts, and its word for which of two routes at one address is meant. */
function isToRemix({ search }: URL): boolean {
  return search !== "" && /[?&](?:_data|index)(?:[=&]|$)/.test(search);
}

function buildOf(address: string): typeof build {
  const own = new Set(Object.keys(build.routes).filter((id) => patternOf(id) === address));
  // A set that grows is walked to its end: parents, and theirs.
  for (const id of own) {
    const parentId = build.routes[id]?.parentId;
    if (parentId) own.add(parentId);
  }
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => own.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}

function headersFor(request: IncomingMessage, url: URL): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
  // Remix refuses a form whose origin has another host than this. The gate has judged that already, by `APP_URL` too.
  const origin = headers.origin ?? "";
  headers.host = URL.canParse(origin) ? new URL(origin).host : url.host;
  delete headers["x-forwarded-host"];
  // Blanked on the way, it says nothing, and the gate took it so; Remix would fail to read it as an address.
  if (headers.origin === "") delete headers.origin;
  return headers;
}

/** A route that answers at several addresses names those whose pages are the same for everybody. */
function isCached(handle: unknown, address: string): boolean {
  if (typeof handle !== "object" || handle === null || !("cached" in handle)) return false;
  return handle.cached === true || (Array.isArray(handle.cached) && handle.cached.includes(address));
}

function patternOf(id: string): string {
  const segments: string[] = [];
  for (let route = build.routes[id]; route; route = build.routes[route.parentId ?? ""]) {
    if (route.path) segments.unshift(route.path);
  }
  return `/${segments.join("/")}`;
}
