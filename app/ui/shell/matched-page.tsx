import type { EntryContext } from "@remix-run/node";
import { UNSAFE_RemixContext as RemixContext, renderMatches } from "@remix-run/react";
import { createElement } from "react";
import { UNSAFE_DataRouterStateContext as DataRouterStateContext } from "react-router-dom";
import { createStaticRouter, StaticRouter } from "react-router-dom/server.js";

/**
 * Renders a page whose routes were matched and whose loaders all succeeded. `<RemixServer>` would create the routes
 * again and match the address once more, which is a sixth of the work for a step.
 * It provides what Remix's components and hooks need to render, but not what they need to navigate, fetch or hydrate.
 */
export function MatchedPage({ context }: { context: EntryContext }) {
  const { staticHandlerContext, routeModules } = context;
  const { state } = createStaticRouter([], staticHandlerContext);
  const matches = state.matches.map((match) => ({
    ...match,
    route: { ...match.route, element: elementOf(match.route.id, routeModules[match.route.id]) },
  }));
  return (
    <RemixContext.Provider value={context}>
      <DataRouterStateContext.Provider value={state}>
        <StaticRouter location={staticHandlerContext.location}>{renderMatches(matches)}</StaticRouter>
      </DataRouterStateContext.Provider>
    </RemixContext.Provider>
  );
}

/** Undefined for a route that only renders its child. */
function elementOf(id: string, module: EntryContext["routeModules"][string] | undefined) {
  const element = module?.default && createElement(module.default);
  return element && id === "root" && module?.Layout ? createElement(module.Layout, null, element) : element;
}
