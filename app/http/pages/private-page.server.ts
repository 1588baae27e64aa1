import { redirect } from "@remix-run/node";

/** The status and headers of an answer that no cache keeps. */
export type PrivateAnswer = { status: number; headers: Record<string, string> };

/** For pages that show what somebody typed or bought: kept by no cache, so that Back on a shared phone asks again. */
export function privately(status = 200): PrivateAnswer {
  return { status, headers: { "Cache-Control": "no-store" } };
}

/** Refuses what came too early or too often. People read on the page how long to wait, programs in `Retry-After`. */
export function tooSoon(waitMs: number): PrivateAnswer {
  const { status, headers } = privately(429);
  return { status, headers: { ...headers, "Retry-After": String(Math.ceil(waitMs / 1000)) } };
}

/** Refuses what we have no time for now, through nobody's fault. */
export function tooBusy(comeBackInSeconds: number): PrivateAnswer {
  const { status, headers } = privately(503);
  return { status, headers: { ...headers, "Retry-After": String(comeBackInSeconds) } };
}

/** A redirect after a form, with its cookies. 303, so that a reload never posts again. */
export function onward(path: string, cookies: string[] = []): Response {
  const headers = new Headers(privately().headers);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(path, { status: 303, headers });
}

/** Answers a form that only wanted to be kept, with its cookies: nobody sees a page of it. */
export function keptTyped(cookies: string[]): Response {
  const headers = new Headers(privately().headers);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 204, headers });
}
