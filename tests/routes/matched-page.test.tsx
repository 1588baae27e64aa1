import type { EntryContext } from "@remix-run/node";
import {
  Meta,
  Outlet,
  RemixServer,
  useActionData,
  useLoaderData,
  useLocation,
  useMatches,
  useOutletContext,
  useParams,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MatchedPage } from "#app/ui/shell/matched-page";

type Modules = EntryContext["routeModules"];

/** `MatchedPage` depends on internals of React Router. This test notices a version in which they differ. */
test.each<[string, Modules]>([
  ["a page", { root: { default: Outlet }, shell: { default: Outlet }, page: { default: Everything } }],
  ["a page in parents that show nothing", { root: none(), shell: none(), page: { default: Everything } }],
  ["a document around it", { root: { default: Outlet, Layout: Sheet }, shell: none(), page: { default: Everything } }],
  ["a document around nothing", { root: none({ Layout: Sheet }), shell: none(), page: { default: Everything } }],
  [
    "what a parent tells",
    { root: { default: Outlet }, shell: { default: WithContext }, page: { default: ContextShown } },
  ],
  ["a page without words", { root: { default: Outlet }, shell: { default: Outlet }, page: { default: () => null } }],
])("%s is rendered as Remix renders it", (_, modules) => {
  const drawn = renderToStaticMarkup(<MatchedPage context={contextOf(modules)} />);
  const remixs = renderToStaticMarkup(
    <RemixServer context={contextOf(modules)} url="http://localhost/ship/a%20b?c=1" />,
  );
  expect(drawn).toBe(remixs);
});

test("a page that can't be rendered throws, and isn't shown half", () => {
  const Broken = () => {
    throw new Error("broken");
  };
  const context = contextOf({ root: { default: Outlet }, shell: none(), page: { default: Broken } });
  expect(() => renderToStaticMarkup(<MatchedPage context={context} />)).toThrow("broken");
});

function Everything() {
  const all = {
    own: useLoaderData(),
    sent: useActionData(),
    roots: useRouteLoaderData("root"),
    nobodys: useRouteLoaderData("other") ?? "none",
    location: useLocation(),
    params: useParams(),
    matches: useMatches(),
  };
  return <p>{JSON.stringify(all)}</p>;
}

function Sheet({ children }: { children: ReactNode }) {
  return (
    <main>
      <Meta />
      {JSON.stringify([useRouteLoaderData("root"), useLocation()])}
      {children}
    </main>
  );
}

function WithContext() {
  return <Outlet context={{ fromParent: true }} />;
}

function ContextShown() {
  return <p>{JSON.stringify(useOutletContext())}</p>;
}

/** A route without a component of its own. */
function none(others: Partial<Modules[string]> = {}): Modules[string] {
  return others as Modules[string];
}

function contextOf(modules: Modules): EntryContext {
  const routes = [
    { id: "root", path: "", pathname: "/" },
    { id: "shell", parentId: "root", path: "ship", pathname: "/ship" },
    { id: "page", parentId: "shell", path: ":name", pathname: "/ship/a%20b", handle: { enhance: true } },
  ];
  const has = { hasLoader: true, hasAction: true, hasClientLoader: false, hasClientAction: false };
  const inManifest = routes.map(({ pathname: _, handle, ...route }) => [
    route.id,
    { ...route, ...has, hasErrorBoundary: false, module: "" },
  ]);
  const meta = () => [{ title: "A page" }, { name: "robots", content: "noindex" }];
  return {
    manifest: { entry: { imports: [], module: "" }, routes: Object.fromEntries(inManifest), url: "", version: "" },
    routeModules: { ...modules, page: none({ ...modules.page, meta, handle: { enhance: true } }) },
    staticHandlerContext: {
      basename: "/",
      location: { pathname: "/ship/a%20b", search: "?c=1", hash: "", state: null, key: "default" },
      matches: routes.map(({ pathname, ...route }) => ({
        params: { name: "a b" },
        pathname,
        pathnameBase: pathname,
        route,
      })),
      loaderData: { root: { origin: "https://thuma.example" }, shell: null, page: { words: "<b>&" } },
      actionData: { page: { errors: {} } },
      errors: null,
      statusCode: 200,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
    },
    future: {} as EntryContext["future"],
    isSpaMode: false,
    serializeError: ({ message }) => ({ message }),
  };
}
