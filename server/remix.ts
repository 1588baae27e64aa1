import type { IncomingMessage } from "node:http";
import * as build from "@remix-run/dev/server-build";
import { createRequestHandler } from "@remix-run/node";
import type { AppLoadContext } from "@remix-run/server-runtime";
import type { AskAsAnybody } from "./kept-pages";
import "./load-context";

type Handler = ReturnType<typeof createRequestHandler>;

const handleAny = createRequestHandler(build, "production");
const handlers = new Map<string, Handler>();

/** Every address of the app, as its routes are written: `/track`, `/waybill/:no`. */
export const routePatterns: string[] = [...new Set(Object.keys(build.routes).map((id) => patternOf(id)))];

const fixedPatterns = new Set(routePatterns.filter((pattern) => !/[:*]/.test(pattern)));

/** The addresses whose routes say `handle = { kept: true }`: what they show is the same for everybody without a cookie. */
export const keptAddresses: string[] = Object.entries(build.routes)
  .filter(([, { module }]) => isKept(module.handle))
  .map(([id]) => patternOf(id));

/** Asks the app. HEAD is a GET whose body we keep to ourselves, so that both have the same headers. */
export function askRemix(request: IncomingMessage, url: URL, body: Buffer | undefined, context: AppLoadContext) {
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
  const init = { method, headers: headersFor(request, url), body: body && new Uint8Array(body) };
  return handlerFor(url.pathname)(new Request(url.href, init), context);
}

/** Asks the app for a page on behalf of nobody in particular. */
export function askAsAnybody(appUrl: string): AskAsAnybody {
  return (address, headers, context) =>
    handlerFor(address)(new Request(new URL(address, appUrl).href, { headers }), context);
}

/**
 * Remix matches an address three times against every route that it is given, which for all of ours is a fifth of the
 * work of a page. So an address that is written like a route is answered by a handler that knows that route and its
 * parents alone; any other (a waybill's, one in other letters, one of nobody) by the one that knows them all.
 */
function handlerFor(address: string): Handler {
  if (!fixedPatterns.has(address)) return handleAny;
  let handler = handlers.get(address);
  if (!handler) {
    handler = createRequestHandler(buildOf(address), "production");
    handlers.set(address, handler);
  }
  return handler;
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

function headersFor(request: IncomingMessage, url: URL): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, item);
  }
  // Remix compares the origin of a form with these as they stand; the gate has worked out which host is meant.
  headers.set("host", url.host);
  headers.delete("x-forwarded-host");
  return headers;
}

function isKept(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "kept" in handle && handle.kept === true;
}

function patternOf(id: string): string {
  const segments: string[] = [];
  for (let route = build.routes[id]; route; route = build.routes[route.parentId ?? ""]) {
    if (route.path) segments.unshift(route.path);
  }
  return `/${segments.join("/")}`;
}
