import type { EntryContext } from "@remix-run/node";
import {
  type AppLoadContext,
  createRequestHandler,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/server-runtime";
import "./load-context";

type Route = ServerBuild["routes"][string];
type Work = (args: LoaderFunctionArgs) => unknown;

/** What a loader or an action has returned or thrown, and the body of an answer that was read. */
type RouteOutcome = { value: unknown; isThrown: boolean; body?: string };

/** A route's data, and what its answer says beside it. */
type Loaded = { id: string; data: unknown; status: number; headers: Headers };

/** The queries that only Remix reads: its own scripts', which no page of ours has, and an index's beside its layout. */
const READ_BY_REMIX = ["_data", "index"];

const noLoader: RouteOutcome = { value: null, isThrown: false };

/** What was asked for a request already, by the loader or action. */
const outcomesOf = new WeakMap<AppLoadContext, Map<Work, RouteOutcome>>();

/** Makes a request, with another method if it is named; without a body then. */
export type MakeRequest = (method?: "GET" | "POST") => Request;

/**
 * Answers the requests for an address that is written exactly like a route. A form's redirect, and a page whose loaders
 * have all answered with its data, are made here. Remix's handler would match the address three times, copy the request
 * for each loader, and encode the data for scripts that no page has. Whatever is rarer goes to Remix's handler, which gets
 * the outcomes so far: no loader and no action is asked twice.
 * @param build with this address's routes alone
 * @param routes from the root to the page
 */
export function knownAddress(build: ServerBuild, routes: readonly Route[]) {
  const handler = createRequestHandler({ ...build, routes: askedOnce(build.routes) }, "production");
  const { index, module: page } = routes.at(-1) ?? {};
  const drawer = drawerOf(build, routes);
  return async (url: URL, ask: MakeRequest, context: AppLoadContext): Promise<Response> => {
    const request = ask();
    const isForm = request.method === "POST";
    // A form for a layout's index would be the layout's.
    const isPlain = page?.default && (isForm ? page.action && !index : request.method === "GET");
    if (!isPlain || READ_BY_REMIX.some((name) => url.searchParams.has(name))) return handler(request, context);
    outcomesOf.set(context, new Map());
    const acted = isForm && page.action ? await outcomeOf(page.action, { request, context, params: {} }) : null;
    if (acted && isRedirect(acted.value)) return acted.value;
    const drawn = await drawer(url, isForm ? ask("GET") : request, context, acted);
    return drawn ?? handler(isForm ? ask("POST") : request, context);
  };
}

async function outcomeOf(asked: Work, args: LoaderFunctionArgs): Promise<RouteOutcome> {
  let outcome: RouteOutcome;
  try {
    outcome = { value: await asked(args), isThrown: false };
  } catch (error) {
    outcome = { value: error, isThrown: true };
  }
  outcomesOf.get(args.context)?.set(asked, outcome);
  return outcome;
}

/** A redirect as Remix sends it. It would resolve a relative one by its routes. */
function isRedirect(value: unknown): value is Response {
  if (!(value instanceof Response) || value.status < 300 || value.status > 399) return false;
  return /^(?:\/|https?:)/.test(value.headers.get("Location") ?? "");
}

/** Routes whose loaders and actions answer with what they have answered already. */
function askedOnce(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  const once = <Wanted extends Work>(asked: Wanted | undefined) =>
    asked &&
    (((args: LoaderFunctionArgs) => {
      const known = outcomesOf.get(args.context)?.get(asked);
      if (!known) return asked(args);
      const { value, isThrown, body } = known;
      if (isThrown) throw value;
      // A body can be read only once.
      return body !== undefined && value instanceof Response ? new Response(body, value) : value;
    }) as Wanted);
  const again = ({ module, ...route }: Route): Route => ({
    ...route,
    module: { ...module, loader: once(module.loader), action: once(module.action) },
  });
  return Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, again(route)]));
}

/** Draws the page of routes as Remix's handler does; null where one has failed, redirects, or sets a cookie. */
function drawerOf(build: ServerBuild, routes: readonly Route[]) {
  const page = routes.at(-1);
  // Only the root's is known here: it passes on the headers of errors.
  const hasOwnHeaders = routes.some(({ module, parentId }) => parentId && module.headers);
  const entry = {
    manifest: build.assets,
    routeModules: Object.fromEntries(routes.map(({ id, module }) => [id, module])) as EntryContext["routeModules"],
    future: build.future,
    isSpaMode: build.isSpaMode,
    serializeError: ({ message }: Error) => ({ message }),
  };
  return async (
    url: URL,
    request: Request,
    context: AppLoadContext,
    acted: RouteOutcome | null,
  ): Promise<Response | null> => {
    if (hasOwnHeaders || !page || (acted && !isData(acted))) return null;
    const [answered] = acted ? ((await dataOfAll([[page.id, acted]])) ?? []) : [];
    if (acted && !answered) return null;
    const args = { request, context, params: {} };
    const outcomes = await Promise.all(
      routes.map(
        async ({ id, module: { loader } }) => [id, loader ? await outcomeOf(loader, args) : noLoader] as const,
      ),
    );
    if (!outcomes.every(([, outcome]) => isData(outcome))) return null;
    const loaded = await dataOfAll(outcomes);
    if (!loaded) return null;
    const { pathname, search } = url;
    const staticHandlerContext: EntryContext["staticHandlerContext"] = {
      basename: "/",
      location: { pathname, search, hash: "", state: null, key: "default" },
      matches: routes.map((route) => ({ route: route as never, params: {}, pathname, pathnameBase: pathname })),
      loaderData: byId(loaded, ({ data }) => data),
      actionData: answered ? byId([answered], ({ data }) => data) : null,
      errors: null,
      statusCode: answered?.status ?? loaded.findLast(({ status }) => status !== 200)?.status ?? 200,
      loaderHeaders: byId(loaded, ({ headers }) => headers),
      actionHeaders: answered ? byId([answered], ({ headers }) => headers) : {},
      activeDeferreds: null,
    };
    const drawn = { ...entry, staticHandlerContext };
    try {
      return await build.entry.module.default(request, staticHandlerContext.statusCode, new Headers(), drawn, context);
    } catch {
      // Remix's handler fails at it again, and shows the error page.
      return null;
    }
  };
}

function byId<Value>(loaded: readonly Loaded[], of: (each: Loaded) => Value): Record<string, Value> {
  return Object.fromEntries(loaded.map((each) => [each.id, of(each)]));
}

/** Whether it is what a page shows, and nothing else: no error, redirect, text or cookie. */
function isData({ value, isThrown }: RouteOutcome): boolean {
  if (isThrown || value === undefined) return false;
  if (!(value instanceof Response)) return true;
  const isJson = value.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  return isJson && (value.status < 300 || value.status > 399) && !value.headers.has("Set-Cookie");
}

/** What loaders or an action have given; null if one's isn't JSON, which Remix's handler then says. */
async function dataOfAll(outcomes: readonly (readonly [id: string, RouteOutcome])[]): Promise<Loaded[] | null> {
  try {
    return await Promise.all(outcomes.map(([id, outcome]) => dataOf(id, outcome)));
  } catch {
    return null;
  }
}

/** As a page gets it: dates have become texts, for example. */
async function dataOf(id: string, outcome: RouteOutcome): Promise<Loaded> {
  const { value } = outcome;
  if (!(value instanceof Response))
    return { id, data: JSON.parse(JSON.stringify(value)), status: 200, headers: new Headers() };
  const { status, headers } = value;
  if (value.body === null) return { id, data: null, status, headers };
  outcome.body = await value.text();
  return { id, data: JSON.parse(outcome.body), status, headers };
}
