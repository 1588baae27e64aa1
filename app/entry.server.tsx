import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Config } from "./config.server";
import { markUnwritable, TRY_AGAIN_S } from "./http/forms/unwritable.server";
import { isForNobody } from "./http/pages/nobody-waits.server";
import { pageWeight, wantedHints } from "./http/pages/page-weight.server";
import { wholePage } from "./http/pages/whole-page.server";
import { log } from "./log.server";
import { FromServer } from "./ui/shell/from-server";

/**
 * Renders a page, or an error boundary if something failed. Sends it whole, not streamed: that compresses several times
 * faster, and no page is long enough to gain from streaming. The markup is static, because nothing hydrates it.
 */
export default function handleRequest(
  request: Request,
  statusOfPage: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Response {
  const status = statusOfPage >= 500 && loadContext.isUnwritable ? 503 : statusOfPage;
  if (loadContext.isUnwritable) headers.set("Retry-After", String(TRY_AGAIN_S));
  const html = renderToStaticMarkup(
    <FromServer.Provider value={{ ...loadContext, entryScript: context.manifest.entry.module }}>
      <RemixServer context={context} url={request.url} />
    </FromServer.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", contentPolicy(loadContext));
  passOn(context, headers);
  if (mayAskAboutTheLine(request, loadContext.settings)) headers.set("Accept-CH", wantedHints);
  const page = withReturns(showsErrors(html) ? withErrorTitle(html) : html);
  return wholePage(`<!DOCTYPE html>${page}`, { status, headers });
}

/**
 * Logs an error under the reference that the error page shows. A visitor's wrong address or method isn't logged. The
 * address is logged without its query, which may be personal.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isForNobody(error)) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  markUnwritable(error, context);
  const { reference } = context;
  log.error({ err: error, reference, method: request.method, path: new URL(request.url).pathname }, "a page failed");
};

/** Whether a page shows errors, wherever they come from: none can forget to say so. What people typed is escaped. */
function showsErrors(html: string): boolean {
  return html.includes(' id="errors"') || html.includes(' class="error"');
}

/**
 * Remix drops the headers of loaders and actions unless a route's `headers` passes them on. The strictest caching rule
 * of any part applies to the whole page: a forgotten one would leave somebody's addresses on a shared phone.
 */
function passOn({ staticHandlerContext: { loaderHeaders, actionHeaders } }: EntryContext, headers: Headers): void {
  for (const routeHeaders of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    if (routeHeaders.get("Cache-Control")?.includes("no-store")) headers.set("Cache-Control", NEVER_KEPT);
    const retryAfter = routeHeaders.get("Retry-After");
    if (retryAfter) headers.set("Retry-After", retryAfter);
  }
}

/** Lynx caches a page while it runs unless the last directive is "no-cache"; all others understand the first. */
const NEVER_KEPT = "no-store, no-cache";

/** Once per visit is enough, because the browser remembers. Client hints only work over https. */
function mayAskAboutTheLine({ headers }: Request, { isHttps }: Config): boolean {
  return isHttps && pageWeight((name) => headers.get(name)).opensVisit;
}

/** A screen reader reads the title first. Done here because a route's `meta` can't see its action's answer. */
function withErrorTitle(html: string): string {
  const error = plainText(catalogue().forms.error);
  return html.includes(`<title>${error}`) ? html : html.replace("<title>", `<title>${error} `);
}

/** A browser reads a carriage return as a line feed unless it is written so. Only preformatted text is shown to the byte. */
function withReturns(html: string): string {
  if (!html.includes("\r")) return html;
  return html.replace(/<pre>[^<]*/g, (text) => text.replaceAll("\r", "&#13;"));
}

/**
 * No inline scripts, nothing from other sites; forms go to our site, the payment page or the external tracking page.
 * The other security headers are the same for every answer, and `server/` adds them.
 */
function contentPolicy(context: AppLoadContext): string {
  const policy = policies.get(context.settings) ?? policyFor(context);
  policies.set(context.settings, policy);
  return policy;
}

const policies = new WeakMap<Config, string>();

function policyFor(context: AppLoadContext): string {
  // In development the rebuild listener is an inline script with a socket of its own.
  const developing = process.env.NODE_ENV === "development";
  return [
    "default-src 'none'",
    `script-src 'self'${developing ? " 'unsafe-inline'" : ""}`,
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${developing ? " ws:" : ""}`,
    "manifest-src 'self'",
    `form-action ${formTargets(context).join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Browsers apply `form-action` to a form's redirects too, so the tracking pages that `/track` leads to are included.
 */
function formTargets({ services, settings: { trackingUrl, trackproUrl, payfast } }: AppLoadContext): string[] {
  const paymentPage = payfast.mode === "simulator" ? undefined : services.gateway?.processUrl;
  const elsewhere = [paymentPage, trackingUrl, trackproUrl].flatMap((address) =>
    address ? [new URL(address).origin] : [],
  );
  return ["'self'", ...new Set(elsewhere)];
}
