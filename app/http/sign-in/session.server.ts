import type { Account } from "#app/domain/accounts/account";
import { findSession, isDueToBeSeen, markSeen, SESSION_DAYS, type Session } from "#app/domain/accounts/sessions.server";
import { sessionIdOf } from "#app/domain/values/sha256.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";
import { formTokenOf } from "#app/http/forms/same-site.server";
import { ifWritable } from "#app/http/forms/unwritable.server";
import { services } from "#app/services.server";

const sessionCookie = signedCookie<string>("session", {
  path: "/",
  days: SESSION_DAYS,
  accept: (stored) => (typeof stored === "string" ? stored : null),
});

/** The signed-in user and the token of their forms. */
export type SignedIn = { account: Account; session: Session; formToken: string };

/** The user signed in on this browser, or null. */
export async function signedIn(request: Request): Promise<SignedIn | null> {
  const token = sessionCookie.read(request);
  if (!token) return null;
  const { store } = await services();
  const now = new Date();
  const found = await findSession(store.read, token, now);
  if (!found) return null;
  if (isDueToBeSeen(found.session, now)) {
    // Skipped while the database is busy, so that a page that only reads never waits; the next request does it.
    await ifWritable(() => store.tx((tx) => markSeen(tx, found.session.id, now), { waitMs: 0 }));
  }
  return { ...found, formToken: formTokenOf(found.session.id) };
}

/** The id of the session in the cookie, whether it still exists or not; null without one. */
export function sessionNamed(request: { headers: Pick<Headers, "get"> }): string | null {
  const token = sessionCookie.read(request);
  return token && sessionIdOf(token);
}

/** The `Set-Cookie` line of a new session. */
export const keepSession = sessionCookie.write;

/** The `Set-Cookie` line that deletes it. */
export const dropSession = sessionCookie.clear;

/** A browser as its owner would call it: "Chrome on Android". */
export function browserInWords(request: Request): string {
  const agent = request.headers.get("User-Agent") ?? "";
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = nameIn([
    [/Opera Mini/, "Opera Mini"],
    [/OPR\/|Opera/, "Opera"],
    [/UCBrowser|UBrowser/, "UC Browser"],
    [/SamsungBrowser/, "Samsung Internet"],
    [/Edg/, "Edge"],
    [/Firefox|FxiOS/, "Firefox"],
    [/Chrome|CriOS/, "Chrome"],
    [/Safari/, "Safari"],
  ]);
  const device = nameIn([
    [/KAIOS/i, "KaiOS"],
    [/Android/, "Android"],
    [/iPhone|iPad/, "an iPhone or iPad"],
    [/Windows/, "Windows"],
    [/Mac OS/, "a Mac"],
    [/Linux|X11/, "Linux"],
  ]);
  return `${browser ?? "A browser"} on ${device ?? "some device"}`;
}
