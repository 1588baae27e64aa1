import { createRequestHandler } from "@remix-run/node";
import type { StaticHandlerContext } from "@remix-run/router";
import type {
  ActionFunction,
  AppLoadContext,
  EntryContext,
  LoaderFunction,
  ServerBuild,
} from "@remix-run/server-runtime";

type Route = ServerBuild["routes"][string];

/** A page's route and its parents, the root first. */
type Chain = { page: Route; routes: Route[] };

type Answer = { data: unknown; status: number; headers: Headers };

/**
 * The result of a loader or an action. With neither `answer` nor `wayOn` it doesn't lead to a page. `again` returns it
 * without a second call.
 */
type Outcome = { again: () => unknown; answer?: Answer; wayOn?: Response };

/** `loaders` in the order of the chain. */
type Outcomes = { action?: Outcome; loaders: (Outcome | undefined)[] };

type Answering = (request: Request, url: URL, context: AppLoadContext) => Promise<Response>;

/**
 * Answers for a page whose routes are known, as Remix's handler would, with a third of the work: Remix matches the
 * address three times, copies the request twice for each loader, and serialises all data for a hydration that our pages
 * don't have. Errors are passed on to Remix, which shows the right error boundary and logs them.
 * @param build the app with only the routes of one address
 * @returns a function for each method; none for an address that isn't a page, such as a list of prices, or whose routes
 * have `headers`
 */
export function fastPath(build: ServerBuild): { [method: string]: Answering } {
  const chain = chainOf(build);
  // The root's `headers` are for its error pages.
  const hasHeaders = chain.routes.some(({ id, module }) => id !== "root" && module.headers);
  if (!chain.page.module.default || hasHeaders) return {};
  const draw = drawing(build, chain);
  const answer: Answering = async (request, url, context) => {
    const outcomes = await ask(chain, request, context);
    const all = [outcomes.action, ...outcomes.loaders].filter((outcome) => outcome !== undefined);
    const wayOn = all.find((outcome) => outcome.wayOn)?.wayOn;
    if (wayOn) return wayOn;
    try {
      if (all.every((outcome) => outcome.answer)) return await draw(request, url, outcomes, context);
    } catch {
      // Remix gets the same error and handles it.
    }
    const { method, headers } = request;
    return remixWithResults(build, chain, outcomes)(new Request(url.href, { method, headers }), context);
  };
  // A form posted to an index route belongs to its parent, unless the address says otherwise.
  return chain.page.module.action && !chain.page.index ? { GET: answer, POST: answer } : { GET: answer };
}

function chainOf({ routes }: ServerBuild): Chain {
  const all = Object.values(routes);
  const page = all.find(({ id }) => !all.some(({ parentId }) => parentId === id));
  if (!page) throw new Error("no route answers at this address");
  const chain: Route[] = [];
  for (let route: Route | undefined = page; route; route = routes[route.parentId ?? ""]) chain.unshift(route);
  return { page, routes: chain };
}

async function ask({ page, routes }: Chain, request: Request, context: AppLoadContext): Promise<Outcomes> {
  const post = request.method === "POST" ? page.module.action : undefined;
  const action = post && (await outcomeOf(() => post({ request, params: {}, context })));
  if (action && !action.answer) return { action, loaders: [] };
  const args = {
    request: action ? new Request(request.url, { headers: request.headers }) : request,
    params: {},
    context,
  };
  const loaders = routes.map(({ module: { loader } }) => loader && outcomeOf(() => loader(args)));
  return { action, loaders: await Promise.all(loaders) };
}

async function outcomeOf(ask: () => unknown): Promise<Outcome> {
  try {
    const returned = await ask();
    if (returned === undefined) return { again: () => undefined };
    if (!(returned instanceof Response)) return { again: () => returned, answer: asJson(returned) };
    if (leadsOn(returned)) return { again: () => returned, wayOn: returned };
    const body = returned.body && (await returned.text());
    return { again: () => new Response(body, returned), answer: answerIn(returned, body) };
  } catch (thrown) {
    const again = () => {
      throw thrown;
    };
    return thrown instanceof Response && leadsOn(thrown) ? { again, wayOn: thrown } : { again };
  }
}

/** Undefined unless it is JSON: text and answers without a body are left to Remix. */
function answerIn({ status, headers }: Response, body: string | null): Answer | undefined {
  const isJson = /\bapplication\/json\b/.test(headers.get("Content-Type") ?? "");
  return body !== null && isJson && status !== 304 ? { data: JSON.parse(body), status, headers } : undefined;
}

/** Pages receive data as JSON from Remix too: a date, for example, becomes text. */
function asJson(returned: unknown): Answer {
  const headers = new Headers({ "Content-Type": "application/json; charset=utf-8" });
  return { data: JSON.parse(JSON.stringify(returned)), status: 200, headers };
}

function leadsOn({ status, headers }: Response): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers.has("Location");
}

/** The app's entry, which may have a cheaper way to render routes that had no error. */
type Entry = { default: HandleDocument; handleMatched?: HandleDocument };
type HandleDocument = ServerBuild["entry"]["module"]["default"];

/** Renders the page with the app's own entry once every loader and action has answered. */
function drawing(build: ServerBuild, { page, routes }: Chain) {
  const { default: handle, handleMatched = handle }: Entry = build.entry.module;
  const matches = matchesOf(routes);
  const always = {
    manifest: build.assets,
    routeModules: Object.fromEntries(routes.map(({ id, module }) => [id, module])),
    future: build.future,
    isSpaMode: false,
    serializeError: ({ message }: Error) => ({ message }),
  };
  return (request: Request, url: URL, { action, loaders }: Outcomes, context: AppLoadContext) => {
    const staticContext: StaticHandlerContext = {
      basename: "/",
      location: { pathname: url.pathname, search: url.search, hash: "", state: null, key: "default" },
      matches,
      loaderData: {},
      actionData: null,
      errors: null,
      statusCode: 200,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
    };
    for (const [at, { id }] of routes.entries()) {
      const answer = loaders[at]?.answer;
      staticContext.loaderData[id] = answer ? answer.data : null;
      if (answer) staticContext.loaderHeaders[id] = answer.headers;
      if (answer && answer.status !== 200) staticContext.statusCode = answer.status;
    }
    if (action?.answer) {
      staticContext.actionData = { [page.id]: action.answer.data };
      staticContext.actionHeaders[page.id] = action.answer.headers;
      staticContext.statusCode = action.answer.status;
    }
    const entry: EntryContext = { ...always, staticHandlerContext: staticContext };
    return handleMatched(request, staticContext.statusCode, cookiesOf(staticContext), entry, context);
  };
}

/** Every cookie that a loader or an action set. */
function cookiesOf({ loaderHeaders, actionHeaders }: StaticHandlerContext): Headers {
  const cookies = new Headers();
  for (const answered of [...Object.values(actionHeaders), ...Object.values(loaderHeaders)]) {
    for (const [name, value] of answered) if (name === "set-cookie") cookies.append(name, value);
  }
  return cookies;
}

function matchesOf(routes: Route[]): StaticHandlerContext["matches"] {
  let pathname = "";
  return routes.map(({ id, path, index, module }) => {
    if (path) pathname += `/${path}`;
    const hasErrorBoundary = id === "root" || module.ErrorBoundary != null;
    const route = { id, path, handle: module.handle, hasErrorBoundary, ...(index && { index }) };
    return { params: {}, pathname: pathname || "/", pathnameBase: pathname || "/", route };
  });
}

/** Remix's own handler, in which loaders and actions that have run return their results again. */
function remixWithResults(build: ServerBuild, { page, routes }: Chain, { action, loaders }: Outcomes) {
  const answering = { ...build.routes };
  for (const [at, route] of routes.entries()) {
    const module = { ...route.module };
    if (loaders[at]) module.loader = loaders[at].again as LoaderFunction;
    if (route === page && action) module.action = action.again as ActionFunction;
    answering[route.id] = { ...route, module };
  }
  return createRequestHandler({ ...build, routes: answering }, "production");
}
