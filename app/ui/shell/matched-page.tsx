import type { EntryContext } from "@remix-run/node";
import { UNSAFE_RemixContext as RemixContext, renderMatches } from "@remix-run/react";
import { createElement } from "react";
import { UNSAFE_DataRouterStateContext as DataRouterStateContext } from "react-router-dom";
import { createStaticRouter, StaticRouter } from "react-router-dom/server.js";

/**
 * A page whose address was matched to its routes, with all their data and no error. `<RemixServer>` would make the routes
 * anew for it and match the address to them once more: a sixth of all the work for a step.
 *
 * What Remix's components and hooks need in order to draw is there; what they need in order to navigate, fetch or hydrate
 * is not.
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

/** Undefined for a route that shows nothing but what lies in it. */
function elementOf(id: string, module: EntryContext["routeModules"][string] | undefined) {
  const element = module?.default && createElement(module.default);
  return element && id === "root" && module?.Layout ? createElement(module.Layout, null, element) : element;
}
