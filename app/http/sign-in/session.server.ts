import type { AppLoadContext } from "@remix-run/node";
import type { Account } from "#app/domain/accounts/account";
import { customers } from "#app/domain/accounts/accounts.server";
import { SESSION_DAYS, type Session } from "#app/domain/accounts/sessions.server";
import { signedCookie } from "#app/http/cookies/signed-cookie.server";
import { type Door, whoIsAt } from "./guard.server";

const sessionCookie = signedCookie<string>("session", {
  path: "/",
  days: SESSION_DAYS,
  accept: (stored) => (typeof stored === "string" ? stored : null),
});

export const customersDoor: Door<Account> = { holders: customers, tokenIn: sessionCookie.read };

/** The signed-in user and the token of their forms. */
export type SignedInCustomer = { account: Account; session: Session; formToken: string };

/** The user signed in on this browser, or null. */
export async function signedIn(request: Request, context: AppLoadContext): Promise<SignedInCustomer | null> {
  const here = await whoIsAt(customersDoor, request, context);
  return here && { account: here.holder, session: here.session, formToken: here.formToken };
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
