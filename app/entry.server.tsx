import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { gateway } from "#app/company.server";
import { settings } from "./config.server";
import { markUnwritable, TRY_AGAIN_S } from "./http/forms/unwritable.server";
import { pageWeight, wantedHints } from "./http/pages/page-weight.server";
import { log } from "./log.server";
import { Fault } from "./ui/shell/fault";
import { MatchedPage } from "./ui/shell/matched-page";

type Asked = [request: Request, status: number, headers: Headers, context: EntryContext, told: AppLoadContext];

/** Answers for Remix, with a page or, where something broke, with what the boundaries say. */
export default function handleRequest(...asked: Asked) {
  const [request, , , context] = asked;
  return answer(<RemixServer context={context} url={request.url} />, asked);
}

/** Answers with a page of which everything is known and went well (`server/fast-path/fast-path.ts`). */
export function handleMatched(...asked: Asked) {
  const [, , , context] = asked;
  return answer(<MatchedPage context={context} />, asked);
}

/**
 * The page whole, not streamed: it compresses several times cheaper, and no page is long enough to gain from streaming.
 * Static markup, because nothing hydrates it.
 */
function answer(page: ReactElement, [request, statusOfPage, headers, context, told]: Asked): Response {
  const status = statusOfPage >= 500 && told.isUnwritable ? 503 : statusOfPage;
  if (told.isUnwritable) headers.set("Retry-After", String(TRY_AGAIN_S));
  const html = renderToStaticMarkup(<Fault.Provider value={told}>{page}</Fault.Provider>);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentPolicy());
  passOn(context, headers);
  if (mayAskAboutTheLine(request)) headers.set("Accept-CH", wantedHints);
  return new Response(`<!DOCTYPE html>${hasComplaints(context) ? withErrorTitle(html) : html}`, { status, headers });
}

/**
 * Logs what broke under the reference that the error page shows. A wrong address or method is the visitor's affair.
 * The address goes in without its query, which may be personal.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  markUnwritable(error, context);
  const { reference } = context;
  log.error({ err: error, reference, method: request.method, path: new URL(request.url).pathname }, "a page failed");
};

/** Whether the answer to a form says that something is wrong with it. */
function hasComplaints({ staticHandlerContext: { actionData } }: EntryContext): boolean {
  return Object.values(actionData ?? {}).some(
    (data) => data?.errors && typeof data.errors === "object" && Object.keys(data.errors).length > 0,
  );
}

/**
 * Remix drops the headers of loaders and actions that no route's `headers` passes on. What any part of the page says of
 * keeping it holds for all of it: one forgotten would leave somebody's addresses on a shared phone.
 */
function passOn({ staticHandlerContext: { loaderHeaders, actionHeaders } }: EntryContext, headers: Headers): void {
  for (const said of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    if (said.get("Cache-Control")?.includes("no-store")) headers.set("Cache-Control", NEVER_KEPT);
    const retryAfter = said.get("Retry-After");
    if (retryAfter) headers.set("Retry-After", retryAfter);
  }
}

/** Lynx keeps a page for as long as it runs unless the last word is "no-cache"; all others know the first. */
const NEVER_KEPT = "no-store, no-cache";

/** Once a visit is enough: the browser remembers. Over plain http it answers no such question. */
function mayAskAboutTheLine({ headers }: Request): boolean {
  return settings().isHttps && pageWeight((name) => headers.get(name)).opensVisit;
}

/** A screen reader reads the title first. Here and not in each route: a route's `meta` can't see its action's answer. */
function withErrorTitle(html: string): string {
  return html.replace(/<title>(?!Error: )/, "<title>Error: ");
}

/**
 * Nothing inline, nothing from elsewhere; forms go to ourselves, the payment page or the external tracking page.
 * The other security headers are the same for every answer, and `server/` adds them.
 */
function contentPolicy(): string {
  // In development the rebuild listener is an inline script with a socket of its own.
  const developing = process.env.NODE_ENV === "development";
  return [
    "default-src 'none'",
    `script-src 'self'${developing ? " 'unsafe-inline'" : ""}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${developing ? " ws:" : ""}`,
    "manifest-src 'self'",
    `form-action ${formTargets().join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Browsers hold a form's redirect to `form-action` too, so the tracking pages that `/track` leads to belong here. */
function formTargets(): string[] {
  const { trackingUrl, trackproUrl, payfast } = settings();
  const paymentPage = payfast.mode === "simulator" ? undefined : gateway()?.processUrl;
  const elsewhere = [paymentPage, trackingUrl, trackproUrl].flatMap((address) =>
    address ? [new URL(address).origin] : [],
  );
  return ["'self'", ...new Set(elsewhere)];
}
