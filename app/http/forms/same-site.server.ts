import type { Config } from "#app/config.server";
import { isSigned, signatureOf } from "#app/signature.server";
import { carriedValue } from "./forms.server";

const FORM_TOKEN = "form-token";

/** Where a form was sent: `appUrl` is the site's own address, `host` the request's. */
export type SentTo = { appUrl: string; host: string };

/**
 * Which site a form was sent from, by its headers. It is ours when its origin is the site's own address. Over plain
 * http the request's own host is accepted too: on a local network a phone may use another address for the site.
 * `unknown`: an old browser without these headers. Such browsers ignore SameSite too, so pages behind a sign-in also
 * require the form's token.
 */
export function sentFrom(
  headers: { origin: string | null | undefined; fetchSite: string | null | undefined },
  sentTo: SentTo,
): "here" | "elsewhere" | "unknown" {
  const { origin, fetchSite } = headers;
  if (origin) return isOurs(origin, sentTo) ? "here" : "elsewhere";
  // "none": the user sent it again themselves, for example after restoring a tab.
  if (fetchSite) return ["same-origin", "none"].includes(fetchSite) ? "here" : "elsewhere";
  return "unknown";
}

function isOurs(origin: string, { appUrl, host }: SentTo): boolean {
  if (!URL.canParse(origin)) return false;
  const [home, from] = [new URL(appUrl), new URL(origin)];
  return from.origin === home.origin || (home.protocol === "http:" && from.host === host);
}

/** The token in every form behind a sign-in: only this session's pages know it. */
export function formTokenOf(settings: Config, sessionId: string): string {
  return signatureOf(settings, FORM_TOKEN, sessionId);
}

/** Whether a form is from a page of this session. */
export function isFormOf(settings: Config, sessionId: string, form: FormData): boolean {
  return isSigned(settings, FORM_TOKEN, sessionId, carriedValue(form, "token"));
}

/**
 * Whether a form came from a page of ours, asked without the database.
 * @param sessions those that the browser's cookies name, whether they still exist or not
 */
export function isFromOurPage(
  settings: Config,
  headers: Parameters<typeof sentFrom>[0] & { referer: string | undefined },
  sentTo: SentTo,
  token: string,
  sessions: string[],
): boolean {
  const source = sentFrom(headers, sentTo);
  if (source !== "unknown") return source === "here";
  if (headers.referer) return isOurs(headers.referer, sentTo);
  return sessions.length === 0 || sessions.some((id) => isSigned(settings, FORM_TOKEN, id, token));
}

/** Refuses a form that another site made the browser send. Throws the page that says so. */
export function refuseForeignForm(request: Request, settings: Config, form: FormData, sessionId: string): void {
  const source = sourceOf(request, settings);
  if (source === "here" || (source === "unknown" && isFormOf(settings, sessionId, form))) return;
  throw refusal();
}

/** The same for guests' forms, which have no token. Throws the page that says so. */
export function refuseOtherSites(request: Request, settings: Config): void {
  if (sourceOf(request, settings) === "elsewhere") throw refusal();
}

function sourceOf(request: Request, settings: Config) {
  const headers = { origin: request.headers.get("Origin"), fetchSite: request.headers.get("Sec-Fetch-Site") };
  return sentFrom(headers, { appUrl: settings.appUrl, host: new URL(request.url).host });
}

function refusal(): Response {
  return new Response("That form was not sent from our site, or the page was too old. Please open it again.", {
    status: 403,
    statusText: "Forbidden",
    headers: { "Cache-Control": "no-store" },
  });
}
