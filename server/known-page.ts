import * as build from "@remix-run/dev/server-build";
import type { AppLoadContext, EntryContext } from "@remix-run/server-runtime";

type Route = (typeof build.routes)[string];

export function knownPage(address: string, chain: Route[]) {
  const routes = Object.fromEntries(chain.map((route) => [route.id, route]));
  const routeModules = Object.fromEntries(chain.map((route) => [route.id, route.module]));
  const only = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => id in routes));
  const manifest = { ...build.assets, routes: only(build.assets.routes) };
  let pathname = "";
  const matches = chain.map((route) => {
    if (route.path) pathname += `/${route.path}`;
    return {
      params: {},
      pathname: pathname || "/",
      pathnameBase: pathname || "/",
      route: { id: route.id, path: route.path, handle: route.module.handle, hasErrorBoundary: route.id === "root" || route.module.ErrorBoundary != null, index: route.index },
    };
  });
  const leaf = chain.at(-1) as Route;
  return async (request: Request, url: URL, context: AppLoadContext): Promise<Response> => {
    const args = { request, params: {}, context };
    let actionData: Record<string, unknown> | null = null;
    const actionHeaders: Record<string, Headers> = {};
    let statusCode = 200;
    if (request.method === "POST") {
      const answer = (await leaf.module.action?.(args)) as Response;
      if (answer.headers.has("Location")) return answer;
      actionData = { [leaf.id]: await answer.json() };
      actionHeaders[leaf.id] = answer.headers;
      statusCode = answer.status;
    }
    const loaderData: Record<string, unknown> = {};
    const loaderHeaders: Record<string, Headers> = {};
    const loaded = await Promise.all(
      chain.map(async (route) => {
        if (!route.module.loader) return null;
        const answer = (await route.module.loader(args)) as Response;
        if (answer.headers.has("Location")) return answer;
        loaderHeaders[route.id] = answer.headers;
        if (!actionData) statusCode = answer.status;
        loaderData[route.id] = await answer.json();
        return null;
      }),
    );
    const redirect = loaded.find((found) => found);
    if (redirect) return redirect;
    for (const { id } of chain) loaderData[id] ??= null;
    const entry = {
      manifest,
      routeModules,
      staticHandlerContext: {
        basename: "/",
        location: { pathname: url.pathname, search: url.search, hash: "", state: null, key: "default" },
        matches, loaderData, actionData, errors: null, statusCode, loaderHeaders, actionHeaders, activeDeferreds: null,
      },
      serverHandoffString: "",
      future: build.future,
      isSpaMode: false,
      serializeError: (error: Error) => error,
    } as unknown as EntryContext;
    return (build.entry.module.default as any)(request, statusCode, new Headers(), entry, context);
  };
}
