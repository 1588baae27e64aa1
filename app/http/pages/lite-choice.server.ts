import { serialize } from "cookie";
import type { Config } from "#app/config.server";
import { DAYS, SECONDS } from "#app/durations";
import { cookieName } from "#app/http/cookies/cookie-name.server";

const NAME = "lite";
const KEPT_DAYS = 365;

/**
 * Whether the user chose Lite. The cookie isn't personal, so it isn't signed, and is read with or without its https
 * prefix.
 */
export function hasChosenLite(cookies: string | null | undefined): boolean {
  return cookies ? /(?:^|; ?)(?:__Host-)?lite=1(?:;|$)/.test(cookies) : false;
}

/** Whether the browser sends no cookie but this one. */
export function bringsOnlyLite(cookies: string): boolean {
  return /^(?:__Host-)?lite=\w*$/.test(cookies);
}

/** The `Set-Cookie` lines that store the choice for a year, or delete it. */
export function liteCookies(settings: Config, isOn: boolean): string[] {
  const name = cookieName(settings, NAME, "/");
  const chosen = line(settings, name, isOn);
  // Also deletes a choice made before the cookie had its prefix.
  return name === NAME ? [chosen] : [chosen, line(settings, NAME, false)];
}

function line(settings: Config, name: string, isOn: boolean): string {
  return serialize(name, isOn ? "1" : "", {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: settings.isHttps,
    maxAge: isOn ? (KEPT_DAYS * DAYS) / SECONDS : 0,
  });
}
