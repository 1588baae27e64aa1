import { type ActionFunctionArgs, createRequestHandler, type EntryContext, json, redirect } from "@remix-run/node";
import type { AppLoadContext, ServerBuild } from "@remix-run/server-runtime";
import { beforeEach, describe, expect, test } from "vitest";
import { knownAddress } from "../../server/known-address";

type Work = (args: ActionFunctionArgs) => unknown;

/** How often each loader and action was asked. */
let asked: string[];
beforeEach(() => {
  asked = [];
});

/** A page that says all that it was given, below a root. */
function buildOf({ loader, action, headers }: { loader?: Work; action?: Work; headers?: () => HeadersInit }) {
  const counted = (name: string, work?: Work) =>
    work &&
    ((args: ActionFunctionArgs) => {
      asked.push(name);
      return work(args);
    });
  const page = () => null;
  const modules = {
    root: { default: page, loader: counted("root", () => ({ of: "root", at: new Date(0) })), ErrorBoundary: page },
    step: { default: page, loader: counted("loader", loader), action: counted("action", action), headers },
  };
  const of = (id: "root" | "step", more: object) => ({ id, module: modules[id], ...more });
  const routes = { root: of("root", { path: "" }), step: of("step", { path: "step", parentId: "root" }) };
  const entry = (_request: Request, status: number, headers: Headers, { staticHandlerContext }: EntryContext) => {
    const { loaderData, actionData, errors, statusCode, location, matches, loaderHeaders, actionHeaders } =
      staticHandlerContext;
    if (!errors && JSON.stringify(loaderData).includes("can't be drawn")) throw new Error("a component failed");
    const ids = matches.map(({ route }) => route.id);
    const failed = errors && Object.entries(errors).map(([id, error]) => [id, String((error as Error).message)]);
    // Nobody reads of which type the data was.
    const beside = [loaderHeaders, actionHeaders].map((all) =>
      Object.values(all).flatMap((each) => [...each].filter(([name]) => name !== "content-type")),
    );
    const told = { status, statusCode, loaderData, actionData, failed, ids, location, beside };
    return new Response(JSON.stringify(told), { status, headers });
  };
  const build = {
    ...{ mode: "production", basename: "/", publicPath: "/build/", assetsBuildDirectory: "", isSpaMode: false },
    future: {},
    entry: { module: { default: entry, handleError: () => undefined } },
    routes,
    assets: { routes: {}, entry: { module: "", imports: [] }, url: "", version: "1" },
  };
  return build as unknown as ServerBuild;
}

async function told(answer: Response) {
  return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
}

/** The answer of this address and that of Remix's handler alone, and what each has asked. */
async function both(parts: Parameters<typeof buildOf>[0], method: "GET" | "POST", query = "") {
  const url = new URL(`http://localhost/step${query}`);
  const make = (other = method) =>
    new Request(url, { method: other, body: method === "POST" && other === method ? "name=Thandi" : undefined });
  const build = buildOf(parts);
  const context = {} as AppLoadContext;
  const remix = await told(await createRequestHandler(build, "production")(make(), context));
  const askedByRemix = asked.toSorted();
  asked = [];
  const routes = Object.values(build.routes);
  const ours = await told(
    await knownAddress(build, routes)(url, (other) => (other ? new Request(url, { method: other }) : make()), context),
  );
  return { ours, remix, asked: asked.toSorted(), askedByRemix };
}

const fails = () => {
  throw new Error("the database is away");
};
const data = () => json({ shown: new Date(0), none: undefined }, { headers: { "Cache-Control": "no-store" } });

const loaders: Record<string, Work> = {
  "answers with JSON": data,
  "answers with a plain object": () => ({ shown: new Date(0) }),
  "answers with null": () => null,
  "says another status": () => json({ shown: 1 }, { status: 404 }),
  "forgets its answer": () => undefined,
  "answers with a text": () => new Response("a text"),
  redirects: () => redirect("/elsewhere", { headers: { "Set-Cookie": "a=1" } }),
  "throws a redirect": () => {
    throw redirect("/elsewhere");
  },
  "throws a refusal": () => {
    throw json("Not yours", { status: 403 });
  },
  fails,
  "sets a cookie": () => json({ shown: 1 }, { headers: { "Set-Cookie": "a=1" } }),
  "answers with nothing, as JSON": () => new Response(null, { headers: { "Content-Type": "application/json" } }),
  "answers with broken JSON": () => new Response("{", { headers: { "Content-Type": "application/json" } }),
  "gives what can't be written": () => ({ number: 1n }),
  "gives what can't be drawn": () => json({ shown: "can't be drawn" }),
};
const actions: Record<string, Work> = {
  ...loaders,
  "reads the form": async ({ request }) => json(Object.fromEntries(await request.formData()), { status: 400 }),
  "redirects after reading": async ({ request }) => redirect(`/${(await request.formData()).get("name")}`, 303),
  "redirects to another site": () => redirect("https://example.co.za/"),
  "redirects beside itself": () => redirect("../other"),
};

describe("an address that is a route's is answered as Remix's handler answers it, and asks nobody twice", () => {
  test.each(Object.entries(loaders))("a loader that %s", async (_, loader) => {
    const { ours, remix, asked, askedByRemix } = await both({ loader }, "GET");
    expect(ours).toEqual(remix);
    expect(asked).toEqual(askedByRemix);
  });

  test.each(Object.entries(actions))("an action that %s", async (_, action) => {
    const { ours, remix, asked, askedByRemix } = await both({ loader: data, action }, "POST");
    expect(ours).toEqual(remix);
    expect(asked).toEqual(askedByRemix);
  });

  test.each(Object.entries(loaders))("an answered form whose loader %s", async (_, loader) => {
    const { ours, remix, asked, askedByRemix } = await both({ loader, action: actions["reads the form"] }, "POST");
    expect(ours).toEqual(remix);
    expect(asked).toEqual(askedByRemix);
  });

  test.each([
    ["headers of its own", { loader: data, headers: () => ({ "X-Own": "1" }) }, "GET", ""],
    ["no action", { loader: data }, "POST", ""],
    ["no loader", {}, "GET", ""],
    ["a query", { loader: ({ request }: ActionFunctionArgs) => json(request.url) }, "GET", "?a=1&b=2"],
    ["a query that Remix's scripts send", { loader: data }, "GET", "?_data=step"],
    ["an index's query", { loader: ({ request }: ActionFunctionArgs) => json(request.url) }, "GET", "?index"],
  ] as const)("a page with %s", async (_, parts, method, query) => {
    const { ours, remix, asked, askedByRemix } = await both(parts, method, query);
    expect(ours).toEqual(remix);
    expect(asked).toEqual(askedByRemix);
  });
});
