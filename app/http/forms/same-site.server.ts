import { settings } from "#app/config.server";
import { isSigned, signatureOf } from "#app/signature.server";
import { carriedValue } from "./forms.server";

const FORM_TOKEN = "form-token";

/** Where a form should have come from: `appUrl` is the site's own address, `host` the one that it was sent to. */
export type SentTo = { appUrl: string; host: string };

/**
 * Which site a form was sent from, by what the browser says. It is ours when its origin is the site's own. Over plain
 * http, the host that it was sent to is enough: a phone on the same network knows the site by an address of its own.
 * `unknown`: an old browser that says nothing; those ignore SameSite too, so pages behind a sign-in then want their
 * form's token.
 */
export function sentFrom(
  headers: { origin: string | null | undefined; fetchSite: string | null | undefined },
  sentTo: SentTo,
): "here" | "elsewhere" | "unknown" {
  const { origin, fetchSite } = headers;
  if (origin) return isOurs(origin, sentTo) ? "here" : "elsewhere";
  // "none": the person sent it again themselves, as after restoring a tab.
  if (fetchSite) return ["same-origin", "none"].includes(fetchSite) ? "here" : "elsewhere";
  return "unknown";
}

function isOurs(origin: string, { appUrl, host }: SentTo): boolean {
  if (!URL.canParse(origin)) return false;
  const [home, from] = [new URL(appUrl), new URL(origin)];
  return from.origin === home.origin || (home.protocol === "http:" && from.host === host);
}

/** What every form behind a sign-in carries: only pages of this session can know it. */
export function formTokenOf(sessionId: string): string {
  return signatureOf(FORM_TOKEN, sessionId);
}

/** Refuses a form that another site made somebody's browser send. Throws the page that says so. */
export function refuseForeignForm(request: Request, form: FormData, sessionId: string): void {
  const source = sourceOf(request);
  if (source === "here" || (source === "unknown" && isSigned(FORM_TOKEN, sessionId, carriedValue(form, "token"))))
    return;
  throw refusal();
}

/** The same for a form without a token, as guests have them. Throws the page that says so. */
export function refuseOtherSites(request: Request): void {
  if (sourceOf(request) === "elsewhere") throw refusal();
}

function sourceOf(request: Request) {
  const headers = { origin: request.headers.get("Origin"), fetchSite: request.headers.get("Sec-Fetch-Site") };
  return sentFrom(headers, { appUrl: settings().appUrl, host: new URL(request.url).host });
}

function refusal(): Response {
  return new Response("That form was not sent from our site, or the page was too old. Please open it again.", {
    status: 403,
    statusText: "Forbidden",
    headers: { "Cache-Control": "no-store" },
  });
}
