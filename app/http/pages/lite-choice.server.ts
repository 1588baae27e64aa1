import { serialize } from "cookie";
import { settings } from "#app/config.server";
import { DAYS, SECONDS } from "#app/durations";
import { cookieName } from "#app/http/cookies/cookie-name.server";

const NAME = "lite";
const KEPT_DAYS = 365;

/**
 * Whether the person who owns this browser asked for Lite. Says nothing about anybody, so it needs no signature, and
 * with or without the prefix that it has on https it is as good.
 */
export function hasChosenLite(cookies: string | null | undefined): boolean {
  return cookies ? /(?:^|; ?)(?:__Host-)?lite=1(?:;|$)/.test(cookies) : false;
}

/** Whether a browser brings no other cookie than that choice. */
export function bringsOnlyLite(cookies: string): boolean {
  return /^(?:__Host-)?lite=\w*$/.test(cookies);
}

/** The `Set-Cookie` lines that keep the choice for a year, or forget it. */
export function liteCookies(isOn: boolean): string[] {
  const name = cookieName(NAME, "/");
  const chosen = line(name, isOn);
  // A choice made before the prefix came must not outlive this one.
  return name === NAME ? [chosen] : [chosen, line(NAME, false)];
}

function line(name: string, isOn: boolean): string {
  return serialize(name, isOn ? "1" : "", {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: settings().isHttps,
    maxAge: isOn ? (KEPT_DAYS * DAYS) / SECONDS : 0,
  });
}
