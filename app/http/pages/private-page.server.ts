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
  return notNow(429, Math.ceil(waitMs / 1000));
}

/** Refuses a request because the server is overloaded. */
export function tooBusy(comeBackInSeconds: number): PrivateAnswer {
  return notNow(503, comeBackInSeconds);
}

function notNow(status: number, comeBackInSeconds: number): PrivateAnswer {
  return { status, headers: { ...privately().headers, "Retry-After": String(comeBackInSeconds) } };
}

/** An answer's status and headers, and the `Set-Cookie` lines that it has besides. */
export function withCookies({ status, headers: others }: { status: number; headers: HeadersInit }, cookies: string[]) {
  const headers = new Headers(others);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return { status, headers };
}

/** A redirect after a form, with its cookies. 303, so that a reload doesn't post again. */
export function onward(path: string, cookies: string[] = []): Response {
  return redirect(path, withCookies(privately(303), cookies));
}

/** What a page says of what was done, by the word in its address, which anybody can type; null for any other word. */
export function wordsOfDone(words: Readonly<Record<string, string>>, done: string | null): string | null {
  return done !== null && Object.hasOwn(words, done) ? (words[done] ?? null) : null;
}
