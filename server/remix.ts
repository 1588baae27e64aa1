import type { IncomingMessage } from "node:http";
import * as build from "@remix-run/dev/server-build";
import { broadcastDevReady, createRequestHandler } from "@remix-run/node";
import type { AppLoadContext } from "@remix-run/server-runtime";
import type { AskAsAnybody } from "./page-cache";
import "./load-context";

type Handler = ReturnType<typeof createRequestHandler>;

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

/** Addresses as regular expressions, those without parameters first, with the methods that their routes answer. */
const methodsByAddress = routePatterns
  .toSorted((one, other) => parametersIn(one) - parametersIn(other))
  .map((pattern) => ({
    is: new RegExp(
      `^${pattern
        .replace(/[.[\]]/g, "\\$&")
        .replace(/:\w+/g, "[^/]+")
        .replace(/\*$/, ".*")}/?$`,
    ),
    methods: methodsOfRoutes(Object.entries(build.routes).filter(([id]) => patternOf(id) === pattern)),
  }));

/** The methods that an address answers, as in `Allow`: "GET, HEAD, POST". */
export function methodsAt(path: string): string {
  return methodsByAddress.find(({ is }) => is.test(path))?.methods ?? "GET, HEAD";
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
  const asked = () => new Request(url.href, { method, headers, body: body && new Uint8Array(body) });
  const action = method === "POST" && !url.searchParams.has(DATA_ONLY) && actions.get(url.pathname);
  if (!action) return handlerFor(url.pathname)(asked(), context);
  const answer = await outcomeOf(() => action({ request: asked(), context, params: {} }));
  if (isRedirect(answer.value)) return answer.value;
  outcomes.set(context, answer);
  return handlerFor(url.pathname)(new Request(url.href, { method, headers }), context);
}

/** The query of Remix's own scripts, which no page of ours has. Remix answers it in a way of its own. */
const DATA_ONLY = "_data";

/** What an action has returned or thrown. */
type Outcome = { value: unknown; isThrown: boolean };

/**
 * The outcomes of actions that didn't redirect. Remix's handler, which then draws the page, asks its route's action, which
 * answers with them.
 */
const outcomes = new WeakMap<AppLoadContext, Outcome>();

async function outcomeOf(act: () => unknown): Promise<Outcome> {
  try {
    return { value: await act(), isThrown: false };
  } catch (error) {
    return { value: error, isThrown: true };
  }
}

/** A redirect inside the site or to another one, as Remix sends it. Remix would resolve a relative one by its routes. */
function isRedirect(value: unknown): value is Response {
  if (!(value instanceof Response) || value.status < 300 || value.status > 399) return false;
  return /^(?:\/|https?:)/.test(value.headers.get("Location") ?? "");
}

type Action = NonNullable<(typeof build.routes)[string]["module"]["action"]>;

/**
 * The actions of addresses that are written exactly like one route. They are asked before Remix's handler, because most
 * forms end in a redirect, for which it does as much work as the action itself.
 */
const actions = new Map(
  Object.values(build.routes).flatMap(({ id, module: { action } }) => {
    const address = patternOf(id);
    const isOnly = Object.keys(build.routes).every((other) => other === id || patternOf(other) !== address);
    return action && isOnly && fixedPatterns.has(address) ? [[address, action] as const] : [];
  }),
);

/** Asks the app for a page that is the same for everybody. */
export const askAsAnybody: AskAsAnybody = (address, headers, context) =>
  handlerFor(address.pathname)(new Request(address.href, { headers }), context);

const handlers = new Map<string, Handler>();

/**
 * An address that is written exactly like a route is answered by that route and its parents only, because matching it
 * three times against all routes is a fifth of Remix's work for a page. Any other address (a waybill's, one in other
 * letters, an unknown one) goes to the handler with all routes.
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
  // A loop over a growing set visits the added parents too.
  for (const id of own) {
    const parentId = build.routes[id]?.parentId;
    if (parentId) own.add(parentId);
  }
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => own.has(id)));
  const routes = Object.fromEntries(Object.entries(only(build.routes)).map(([id, route]) => [id, askedOnce(route)]));
  return { ...build, routes, assets: { ...build.assets, routes: only(build.assets.routes) } };
}

/** A route whose action answers with what it has answered already, if it was asked before Remix's handler. */
function askedOnce<Route extends (typeof build.routes)[string]>(route: Route): Route {
  const { action } = route.module;
  if (!action) return route;
  const again: Action = (args) => {
    const known = outcomes.get(args.context);
    if (!known) return action(args);
    if (known.isThrown) throw known.value;
    return known.value as ReturnType<Action>;
  };
  return { ...route, module: { ...route.module, action: again } };
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
