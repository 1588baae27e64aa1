import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Config } from "#app/config.server";
import { type Answered, keptAnswer, once, requestHash } from "#app/domain/accounts/once.server";
import type { FieldError, ProblemAnswer } from "#app/domain/accounts/problems";
import { type CallName, type CallPath, callNamed, type MethodAt, type QueryOf } from "#app/domain/bookings/api-calls";
import { wrongFields as answerOfWrongFields, readFields } from "#app/domain/bookings/wrong-fields";
import type { Asked } from "#app/domain/limits/cause";
import { cleanedJson } from "#app/domain/values/typed-text";
import { TRY_AGAIN_S } from "#app/http/forms/unwritable.server";
import { countIn, pointsOf } from "#app/http/limits/rate-limit.server";
import { log } from "#app/log.server";
import type { Services } from "#app/services.server";
import type { Reader, Tx } from "#db/store.server";
import { isUnwritable } from "#db/store-error";
import { isJson, queryOf } from "./api.server";
import { countedBy } from "./api-limit.server";
import { keyShape, WRONG_KEY } from "./idempotency.server";
import { type KeyHolder, keyOf, tooMany } from "./key-of.server";
import { ProblemError, problem } from "./problem.server";

/** One call by key, once its key is known. */
export type KeyedCall = {
  request: Request;
  params: LoaderFunctionArgs["params"];
  holder: KeyHolder;
  services: Services;
  settings: Config;
  now: Date;
};

type Method = "GET" | "POST" | "DELETE";
type Handlers = Partial<Record<Method, (call: KeyedCall) => Promise<Response>>>;

/**
 * Wraps an address's calls by key, as its loader and its action: finds whose key it is, counts, and answers errors as
 * problem+json. There are no CORS headers, because a key must not live in a page.
 */
export function keyedApi(handlers: Handlers) {
  const handle = async ({ request, params, context }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    const { services, settings } = context;
    const method = (request.method === "HEAD" ? "GET" : request.method) as Method;
    try {
      const now = new Date();
      const holder = await keyOf(request, context, now);
      const waitMs = await countedBy(context, "apiByKey", holder.keyId);
      if (waitMs !== null) throw tooMany(`A key may call ${pointsOf(settings, "apiByKey")} times a minute.`, waitMs);
      const handler = handlers[method];
      if (!handler) return problem(request, settings, wrongMethod(handlers));
      return await handler({ request, params, holder, services, settings, now });
    } catch (error) {
      if (error instanceof ProblemError) return problem(request, settings, error.refused);
      log.error({ err: error, path: new URL(request.url).pathname }, "a call by key failed");
      return problem(request, settings, {
        refused: "unavailable",
        detail: "We can't do that just now. Send it again in a minute: it is done once.",
        headers: { "Retry-After": String(isUnwritable(error) ? TRY_AGAIN_S : 5) },
      });
    }
  };
  return Object.assign(handle, { methods: methodsOf(handlers) });
}

/** What the table says of a call is done before its handler. */
type Checked<Name extends CallName> = KeyedCall & { query: QueryOf<Name>; key: string | null };

/** A handler for each call that the table has at an address. */
type HandlersAt<Path extends CallPath> = {
  [Named in MethodAt<Path>]: (call: Checked<`${Named} ${Path}` & CallName>) => Promise<Response>;
};

/** The calls by key that the table has at an address: their queries and Idempotency-Keys are checked by their rows. */
export function callsAt<Path extends CallPath>(path: Path, handlers: HandlersAt<Path>) {
  const byMethod = Object.entries<(call: never) => Promise<Response>>(handlers).map(([method, handle]) => {
    const { query, once } = callNamed(`${method} ${path}` as CallName);
    const check = (call: KeyedCall) => ({
      ...call,
      query: query ? checked(query, queryOf(call.request)) : null,
      key: once ? idempotencyKeyOf(call.request, { isRequired: once === "must" }) : null,
    });
    return [method, (call: KeyedCall) => handle(check(call) as never)] as const;
  });
  return keyedApi(Object.fromEntries(byMethod));
}

/** A good answer. */
export function answer({ status, body, location }: Answered, headers: Record<string, string> = {}): Response {
  const all = { "Cache-Control": "no-store", ...(location && { Location: location }), ...headers };
  if (status === 204) return new Response(null, { status, headers: all });
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...all } });
}

/** The Idempotency-Key of a request. Throws a problem if it isn't one, or is missing where it has to be. */
export function idempotencyKeyOf(request: Request, { isRequired }: { isRequired: boolean }): string | null {
  const key = request.headers.get("Idempotency-Key");
  if (key === null && !isRequired) return null;
  if (key !== null && keyShape.test(key)) return key;
  const detail =
    key === null ? "Send an Idempotency-Key, a text of your own for this request, so that it is done once." : WRONG_KEY;
  throw new ProblemError({ refused: "wrong-fields", detail, errors: [{ pointer: "/Idempotency-Key", detail }] });
}

/** Refuses other bytes, instead of putting a mark in their place: a reference would be another one. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON body of a request; undefined if it has none and needn't. Throws a problem if it can't be read. */
export async function bodyOf(request: Request): Promise<unknown> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength === 0) return undefined;
  const detail = "Send a JSON object, with the header Content-Type: application/json.";
  if (!isJson(request)) throw new ProblemError({ refused: "not-json", detail });
  try {
    return cleanedJson(JSON.parse(utf8.decode(bytes)), ["reference"]);
  } catch {
    throw new ProblemError({ refused: "wrong-fields", detail: "The body is not JSON in UTF-8.", errors: [] });
  }
}

/** Validates a body or a query. Throws a problem that names every wrong field. */
export function checked<Schema extends z.ZodType>(schema: Schema, typed: unknown): z.output<Schema> {
  return orProblem(readFields(schema, typed)).data;
}

export function wrongFields(errors: FieldError[]): ProblemError {
  return new ProblemError(answerOfWrongFields(errors));
}

/** What was read; a refusal is thrown as the problem that the call answers with. */
export function orProblem<Read extends object>(read: Read | ProblemAnswer): Read {
  if ("refused" in read) throw new ProblemError(read);
  return read;
}

/** What a POST does. */
type Work<Read> = {
  /**
   * Reads and checks the request before the transaction, and may ask the network. Isn't called if the request was done
   * before: what was right then, such as a collection day, may be refused today.
   */
  read: () => Promise<Read>;
  /** Must not touch anything but the database, and may run again. Its answer is kept, so it has no secret. */
  work: (tx: Tx, read: Read, counted: Asked<"a booking stored">) => Promise<Answered | ProblemAnswer>;
  /**
   * The secrets that belong into the answer, as they are now: the first one and each repeated one are completed with them,
   * and they are kept in their own place alone.
   */
  secrets?: (read: Reader, answered: Answered) => Promise<Record<string, string> | ProblemAnswer>;
};

/** Does a POST once, in one transaction with its count and the answer that is kept with its Idempotency-Key. */
export async function answerOnce<Read>(
  { request, holder, services: { store }, settings, now }: KeyedCall,
  key: string | null,
  body: unknown,
  { read, work, secrets }: Work<Read>,
): Promise<Response> {
  const asked = { uid: holder.uid, key, hash: requestHash(request.method, new URL(request.url).pathname, body) };
  const wasDone = (await keptAnswer(store.read, asked, now)) !== null;
  const known = wasDone ? null : { read: await read() };
  const outcome = await store.tx(async (tx) => {
    const counted = await countIn(settings, tx, ["apiPostsByKey", holder.keyId], now);
    if (!counted.ok) throw tooMany(counted.why, counted.waitMs);
    const doIt = async () => (known ? work(tx, known.read, counted.asked) : noLongerKept);
    const outcome = await once(tx, asked, doIt, now);
    if ("refused" in outcome || !secrets) return outcome;
    const added = await secrets(tx, outcome);
    return isRefused(added) ? added : { ...outcome, body: { ...(outcome.body as object), ...added } };
  });
  if ("refused" in outcome) return problem(request, settings, outcome);
  return answer(outcome, outcome.replayed ? { "Idempotency-Replayed": "true" } : {});
}

const isRefused = (added: Record<string, string> | ProblemAnswer): added is ProblemAnswer => "refused" in added;

/** Its first answer was kept when this request came, and isn't any more. */
const noLongerKept: ProblemAnswer = {
  refused: "still-running",
  detail: "The first answer was just deleted. Send this one again in a second: it is done once.",
  headers: { "Retry-After": "1" },
};

function wrongMethod(handlers: Handlers): ProblemAnswer {
  const allowed = methodsOf(handlers);
  return { refused: "wrong-method", detail: `This address accepts only ${allowed}.`, headers: { Allow: allowed } };
}

function methodsOf(handlers: Handlers): string {
  return Object.keys(handlers)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
}
