import type { LoaderFunctionArgs } from "@remix-run/node";
import { api, refuse } from "#app/http/api/api.server";

/** Any other address of the programs' interface: programs get JSON, not the 404 page. */
export function loader(args: LoaderFunctionArgs) {
  const method = args.request.method === "POST" ? "POST" : "GET";
  return api(method, async () => refuse(404, "There is nothing at this address."))(args);
}

export const action = loader;
