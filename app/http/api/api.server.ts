import { json, type LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { type CallName, callNamed, type QueryOf } from "#app/domain/bookings/api-calls";
import type { Problem } from "#app/domain/prices/contract/wire-queries";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { log } from "#app/log.server";
import type { Services } from "#app/services.server";
import { secondsUntilAllowed } from "./api-limit.server";

/** Shops on any site may call the API and read its answers. No cookies are involved, so `*` gives nothing away. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Retry-After, Idempotency-Replayed",
};
const PREFLIGHT_S = DAYS / SECONDS;
const TRY_AGAIN_S = 5;

export type ApiMethod = "GET" | "POST";

/** Any cache may keep these for a while and then revalidate them. */
export const publicList = {
  "Cache-Control": `public, max-age=${(5 * MINUTES) / SECONDS}, stale-while-revalidate=${HOURS / SECONDS}`,
};

/**
 * Wraps a loader or an action of the API: adds CORS headers and the rate limit, and turns errors into JSON. `methods` are
 * all of its address.
 */
export function api(method: ApiMethod, answer: (args: LoaderFunctionArgs, services: Services) => Promise<Response>) {
  const handle = async (args: LoaderFunctionArgs): Promise<Response> => {
    if (args.request.method === "OPTIONS") return preflight(method);
    if (args.request.method !== method) return notThisMethod(method);
    try {
      const waitS = await secondsUntilAllowed(args.request, args.context, new Date());
      if (waitS !== null)
        return refuse(429, "Too many requests. Wait a little.", { headers: { "Retry-After": waitS } });
      return await answer(args, args.context.services);
    } catch (error) {
      log.error({ err: error, path: new URL(args.request.url).pathname }, "the API failed");
      return refuse(503, "We can't give prices right now. Please try again.", {
        headers: { "Retry-After": TRY_AGAIN_S },
      });
    }
  };
  return Object.assign(handle, { methods: allowed(method) });
}

/** An open call of the table: its method and the check of its query are its row's. */
export function openCall<Name extends CallName>(
  name: Name,
  answer: (query: QueryOf<Name>, services: Services, args: LoaderFunctionArgs) => Promise<Response>,
) {
  const { query } = callNamed(name);
  return api(name.startsWith("GET ") ? "GET" : "POST", async (args, services) => {
    const asked = query ? validRequest(query, queryOf(args.request)) : { ok: true as const, data: null };
    return asked.ok ? answer(asked.data as QueryOf<Name>, services, args) : asked.refusal;
  });
}

/** A good answer. By default it isn't cached, because prices change. */
export function reply(body: unknown, headers: Record<string, string> = {}, status = 200): Response {
  return json(body, { status, headers: { "Cache-Control": "no-store", ...CORS, ...headers } });
}

/** A refusal with its reason. */
export function refuse(
  status: number,
  error: string,
  more: { field?: string; headers?: Record<string, string | number> } = {},
): Response {
  const problem: Problem = { ok: false, error, ...(more.field && { field: more.field }) };
  const headers = Object.entries(more.headers ?? {}).map(([name, value]) => [name, String(value)]);
  return reply(problem, Object.fromEntries(headers), status);
}

/** Validates a request. The refusal names the first field to correct. */
export function validRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
): { ok: true; data: z.output<Schema> } | { ok: false; refusal: Response } {
  const checked = schema.safeParse(request);
  if (checked.success) return { ok: true, data: checked.data };
  const [issue] = checked.error.issues;
  const field = issue?.path.join(".");
  return { ok: false, refusal: refuse(400, issue?.message ?? "The request could not be read.", { field }) };
}

/** An address's query parameters; of a parameter given twice, the last. */
export function queryOf(request: Request): Record<string, string> {
  return Object.fromEntries(typedQuery(request));
}

export function isJson({ headers }: Request): boolean {
  return headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() === "application/json";
}

function preflight(method: ApiMethod): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      Allow: allowed(method),
      "Access-Control-Allow-Methods": allowed(method),
      "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key, If-None-Match",
      "Access-Control-Max-Age": String(PREFLIGHT_S),
    },
  });
}

function notThisMethod(method: ApiMethod): Response {
  return refuse(405, `This address accepts only ${allowed(method)}.`, { headers: { Allow: allowed(method) } });
}

const allowed = (method: ApiMethod) => (method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS");
