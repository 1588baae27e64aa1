import { createRequestHandler, installGlobals, json, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs, ServerBuild } from "@remix-run/server-runtime";
import { expect, test } from "vitest";
import { fastPath } from "../../server/fast-path/fast-path";

installGlobals();

type Module = ServerBuild["routes"][string]["module"];
type Parts = { root?: Partial<Module>; shell?: Partial<Module>; page?: Partial<Module> };

const get = { method: "GET" };
const post = { method: "POST", body: new URLSearchParams({ name: "Thandi" }) };
const withCookies = (...lines: string[]) => new Headers(lines.map((line) => ["Set-Cookie", line] as [string, string]));
const nameIn = async ({ request }: ActionFunctionArgs) => ({ name: (await request.formData()).get("name") });
const whatWasAsked = ({ request: { method, url, headers }, params, context }: LoaderFunctionArgs) =>
  json({ method, url, cookie: headers.get("Cookie"), params, context });
const asJson = { "Content-Type": "application/json" };
const bodiless = (status: number): [string, RequestInit, Parts] => [
  `an answer without a body, ${status}`,
  get,
  { page: { loader: () => new Response(null, { status }) } },
];
const broken = () => {
  throw new Error("broken");
};

/** Whatever routes do, the page is the same as from Remix's own handler, and no loader or action runs twice. */
test.each<[string, RequestInit, Parts]>([
  ["a page without loaders", get, {}],
  ["a page that is told what was asked", get, { page: { loader: whatWasAsked } }],
  ["data as they are", get, { root: { loader: () => ({ day: new Date(0), none: undefined, list: [1, null] }) } }],
  ["null", get, { page: { loader: () => null } }],
  ["text", get, { page: { loader: () => new Response("words") } }],
  ["nothing, as JSON", get, { page: { loader: () => new Response(null, { headers: asJson }) } }],
  ["no JSON", get, { page: { loader: () => new Response("", { headers: asJson }) } }],
  ["JSON that breaks off", get, { page: { loader: () => new Response("{", { headers: asJson }) } }],
  ...[204, 205, 304].map((status) => bodiless(status)),
  ["a way on to nowhere", get, { page: { loader: () => new Response(null, { status: 302 }) } }],
  ["an address beside what leads nowhere", get, { page: { loader: () => redirect("/on", 304) } }],
  ["a status of its own", get, { page: { loader: () => json({}, 410) }, shell: { loader: () => json({}, 201) } }],
  ["a parent's status", get, { page: { loader: () => json({}) }, shell: { loader: () => json({}, 404) } }],
  ["cookies of loaders", get, { page: { loader: () => json({}, { headers: withCookies("a=1; Path=/", "b=2") }) } }],
  ["headers of routes", get, { root: { headers: { "X-Root": "1" } }, page: { headers: recordingHeaders("page") } }],
  [
    "headers and cookies of all",
    post,
    {
      root: {
        headers: recordingHeaders("root"),
        loader: () => json({}, { headers: { "X-Loader": "root", "Set-Cookie": "a=1" } }),
      },
      shell: { loader: () => json({}, { headers: { "Set-Cookie": "b=2" } }) },
      page: {
        headers: recordingHeaders("page"),
        action: () => json({}, { headers: { "X-Action": "page", "Set-Cookie": "c=3" } }),
      },
    },
  ],
  ["a way on for a loader", get, { page: { loader: () => redirect("/on", 302) } }],
  [
    "a way on that is thrown, beside a fault",
    get,
    { shell: { loader: broken }, page: { loader: thrown(redirect("/")) } },
  ],
  ["a form", post, { page: { action: nameIn } }],
  ["a form and what the page is told", post, { page: { action: nameIn, loader: whatWasAsked } }],
  ["a form that is refused", post, { page: { action: () => json({ wrong: true }, 400), loader: () => json({}, 203) } }],
  ["a form's way on", post, { page: { action: () => redirect("/on", { status: 303, headers: withCookies("a=1") }) } }],
  ["a form's way on that is thrown", post, { page: { action: thrown(redirect("/login")) } }],
  ["a form for a page that takes none", post, { page: { loader: whatWasAsked } }],
  ["a loader that is broken", get, { page: { loader: broken }, shell: { loader: whatWasAsked } }],
  ["a loader that is broken below a boundary", get, { page: { loader: broken, ErrorBoundary: () => null } }],
  ["a loader that refuses", get, { shell: { loader: thrown(json({ why: "not yours" }, 403)) } }],
  ["a loader that forgets to answer", get, { page: { loader: () => undefined as never } }],
  [
    "text, a blank and cookies beside a loader that is broken",
    get,
    {
      root: { loader: () => new Response("words", { headers: withCookies("a=1", "b=2") }) },
      shell: { loader: () => new Response(null, { status: 203, headers: asJson }) },
      page: { loader: broken, ErrorBoundary: () => null },
    },
  ],
  ["two loaders that are broken", get, { root: { loader: broken }, page: { loader: broken } }],
  ["an action that is broken", post, { page: { action: broken, loader: whatWasAsked } }],
  ["an action that refuses", post, { page: { action: thrown(new Response("no", { status: 403 })) } }],
  ["an action that forgets to answer", post, { page: { action: () => undefined as never } }],
  ["an action whose loaders are broken", post, { page: { action: nameIn, loader: broken } }],
  ["a page that can't be drawn", get, { page: { loader: () => ({ drawing: "fails" }) } }],
  [
    "the answer to a form that can't be drawn",
    post,
    { page: { action: nameIn, loader: () => ({ drawing: "fails" }) } },
  ],
])("%s", async (_, init, parts) => {
  const ours = watched(parts);
  const remixs = watched(parts);
  const known = fastPath(ours.build)[init.method ?? ""];
  const url = new URL("http://localhost/ship/page?a=1");
  const context = { reference: "R" };
  const request = () => new Request(url, { ...init, headers: { Cookie: "c=1", "Content-Type": FORM } });
  const handle =
    known ?? ((asked, _url, loadContext) => createRequestHandler(ours.build, "production")(asked, loadContext));

  expect(await inWords(await handle(request(), url, context))).toEqual(
    await inWords(await createRequestHandler(remixs.build, "production")(request(), context)),
  );
  expect(ours.asked.sort()).toEqual(remixs.asked.sort());
  expect(ours.logged).toEqual(remixs.logged);
});

test("the app's cheaper way to render is used; when it fails, the page comes from Remix", async () => {
  const { build } = watched({ page: { loader: whatWasAsked } });
  const cheaper = { handleMatched: () => new Response("cheaper") };
  const failing = { handleMatched: broken };
  const [drawnCheaper, drawnByRemix] = await Promise.all(
    [cheaper, failing].map((way) => {
      const { GET } = fastPath({ ...build, entry: { module: { ...build.entry.module, ...way } } });
      const url = new URL("http://localhost/ship/page");
      return GET?.(new Request(url), url, { reference: "R" });
    }),
  );
  expect(await drawnCheaper?.text()).toBe("cheaper");
  expect(await drawnByRemix?.json()).toMatchObject({ page: { statusCode: 200, errors: [] } });
});

test("an address that isn't a page, such as a list of prices, is left to Remix", () => {
  expect(fastPath(watched({ page: { default: undefined, loader: whatWasAsked } }).build)).toEqual({});
});

test("a form for an index route is left to Remix, which passes it to the index or its parent", () => {
  const { build } = watched({ page: { action: nameIn } });
  const index = { ...build.routes.page, index: true, path: undefined };
  expect(Object.keys(fastPath({ ...build, routes: { ...build.routes, page: index as never } }))).toEqual(["GET"]);
});

const FORM = "application/x-www-form-urlencoded";

function thrown(response: Response) {
  return () => {
    throw response.clone();
  };
}

/** A `headers` export that records its route and its arguments. */
function recordingHeaders(whose: string): NonNullable<Module["headers"]> {
  return ({ parentHeaders, loaderHeaders, actionHeaders, errorHeaders }) => ({
    [`X-${whose}`]: [parentHeaders, loaderHeaders, actionHeaders, errorHeaders ?? new Headers()]
      .map((headers) => JSON.stringify([...headers]))
      .join(" "),
  });
}

/** A small app that records its calls and its log. Its entry records what it was told to render. */
function watched({ root, shell, page }: Parts) {
  const asked: string[] = [];
  const logged: string[] = [];
  const module = (id: string, parts: Partial<Module> = {}): Module => {
    const noting = (name: "loader" | "action") => {
      const ask = parts[name];
      const noted = (args: never) => {
        asked.push(`${name} of ${id}`);
        return ask?.(args);
      };
      return ask && { [name]: noted };
    };
    return { default: () => null, ...parts, ...noting("loader"), ...noting("action") };
  };
  const routes: ServerBuild["routes"] = {
    root: { id: "root", path: "", module: module("root", root) },
    shell: { id: "shell", parentId: "root", path: "ship", module: module("shell", shell) },
    page: { id: "page", parentId: "shell", path: "page", module: module("page", page) },
  };
  const build: ServerBuild = {
    mode: "production",
    entry: { module: { default: drawn, handleError: (error) => void logged.push(String(error)) } },
    routes,
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    publicPath: "/build/",
    assetsBuildDirectory: "",
    future: {} as ServerBuild["future"],
    isSpaMode: false,
  };
  return { build, asked, logged };
}

function drawn(request: Request, status: number, headers: Headers, entry: EntryContext, loadContext: unknown) {
  const { matches, activeDeferreds: _, ...context } = entry.staticHandlerContext;
  const errors = Object.entries(context.errors ?? {}).map(([id, error]) => [
    id,
    String(error),
    error?.status,
    error?.data,
  ]);
  if (!context.errors && context.loaderData.page?.drawing === "fails") throw new Error("can't be drawn");
  const found = matches.map(({ route, ...match }) => ({ ...match, id: route.id, boundary: route.hasErrorBoundary }));
  const headersSent = [context.loaderHeaders, context.actionHeaders].map((all) =>
    Object.entries(all).map(([id, sent]) => [id, [...sent]]),
  );
  const kinds = Object.entries(context.loaderData.root ?? {}).map(([name, value]) => `${name}: ${typeof value}`);
  const page = {
    ...context,
    kinds,
    loaderHeaders: undefined,
    actionHeaders: undefined,
    errors,
    found,
    headersTold: headersSent,
  };
  const modules = Object.keys(entry.routeModules).sort();
  return new Response(JSON.stringify({ method: request.method, url: request.url, page, modules, loadContext }), {
    status,
    headers,
  });
}

async function inWords(response: Response) {
  const body = await response.text();
  const isDrawn = body.startsWith("{");
  return { status: response.status, headers: [...response.headers], body: isDrawn ? JSON.parse(body) : body };
}
