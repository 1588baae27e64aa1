import { serialize } from "cookie";
import { settings } from "#app/config.server";

const DAYS = 24 * 60 * 60;
const KEPT_DAYS = 365;

/** Whether the person who owns this browser asked for Lite. Says nothing about anybody, so it needs no signature. */
export function hasChosenLite(cookies: string | null | undefined): boolean {
  return cookies ? /(?:^|; ?)lite=1(?:;|$)/.test(cookies) : false;
}

/** The `Set-Cookie` line that keeps the choice for a year, or forgets it. */
export function liteCookie(isOn: boolean): string {
  return serialize("lite", isOn ? "1" : "", {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: settings().isHttps,
    maxAge: isOn ? KEPT_DAYS * DAYS : 0,
  });
}
