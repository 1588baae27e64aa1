import type { LoaderFunctionArgs } from "@remix-run/node";
import { api, refuse } from "#app/http/api/api.server";

/** Any other address of the API: a JSON 404 instead of the page. */
export function loader(args: LoaderFunctionArgs) {
  const method = args.request.method === "POST" ? "POST" : "GET";
  return api(method, async () => refuse(404, "There is nothing at this address."))(args);
}

export const action = loader;
