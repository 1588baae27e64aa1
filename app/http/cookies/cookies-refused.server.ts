import { serialize } from "cookie";
import type { Config } from "#app/config.server";
import { newId } from "#app/domain/values/ids.server";
import { HOURS, SECONDS, TYPED_KEPT_HOURS } from "#app/durations";
import { privately } from "#app/http/pages/private-page.server";
import { cookieName } from "./cookie-name.server";

/**
 * The `Set-Cookie` line for an answer that deletes the other cookies: without any, a browser that keeps cookies would
 * be taken for one that refuses them. It is random and says nothing about anybody. Pages in other tabs read it, and then
 * don't fill in again what was typed before (`enhance/keep-in-tab.ts`).
 */
export const leaveOneCookie = (settings: Config) =>
  serialize(cookieName(settings, "left", "/"), newId(), {
    ...{ path: "/", sameSite: "lax", secure: settings.isHttps },
    maxAge: (TYPED_KEPT_HOURS * HOURS) / SECONDS,
  });

const words =
  "Your browser does not keep cookies. We need one to remember your answers. Allow cookies for this site in your browser's settings. Then go back and send the form again.";

/**
 * Refuses a browser that comes straight from a form whose answer set a cookie, and sends none. Otherwise it would be
 * redirected to the empty form again and again without an explanation.
 * @param forms addresses of pages with such forms, and without a link to the page that is asked for
 * @throws the refusal, in words
 */
export function expectCookies(request: Request, forms: readonly string[]): void {
  if (request.method !== "GET" || request.headers.has("Cookie")) return;
  if (comesFrom(request, forms)) throw new Response(words, privately(400));
}

/** Whether a browser comes from one of these pages of ours. */
export function comesFrom({ url, headers }: Request, pages: readonly string[]): boolean {
  const referrer = headers.get("Referer") ?? "";
  if (!URL.canParse(referrer)) return false;
  const { host, pathname } = new URL(referrer);
  return host === new URL(url).host && pages.includes(pathname);
}
