import { redirect } from "@remix-run/node";

/** The status and headers of an answer that isn't cached. */
export type PrivateAnswer = { status: number; headers: Record<string, string> };

/**
 * For pages that show what somebody typed or bought. Nothing caches them, so Back on a shared phone asks the server
 * again.
 */
export function privately(status = 200): PrivateAnswer {
  return { status, headers: { "Cache-Control": "no-store" } };
}

/**
 * Refuses a request that came too early or too often. The page says how long to wait; so does `Retry-After`, for
 * programs.
 */
export function tooSoon(waitMs: number): PrivateAnswer {
  const { status, headers } = privately(429);
  return { status, headers: { ...headers, "Retry-After": String(Math.ceil(waitMs / 1000)) } };
}

/** Refuses a request because the server is overloaded. */
export function tooBusy(comeBackInSeconds: number): PrivateAnswer {
  const { status, headers } = privately(503);
  return { status, headers: { ...headers, "Retry-After": String(comeBackInSeconds) } };
}

/** A redirect after a form, with its cookies. 303, so that a reload doesn't post again. */
export function onward(path: string, cookies: string[] = []): Response {
  const headers = new Headers(privately().headers);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(path, { status: 303, headers });
}

/** Answers a form that was only stored, with its cookies and no page. */
export function keptTyped(cookies: string[]): Response {
  const headers = new Headers(privately().headers);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 204, headers });
}
