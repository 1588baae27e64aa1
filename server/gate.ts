import type { IncomingMessage } from "node:http";
import { sentFrom } from "../app/http/forms/same-site.server";
import { isIpOrLocalName } from "../app/http/pages/site-address.server";
import { paths } from "../app/paths";
import { MOST_FIELDS } from "./form-limits";
import { memoizeByText } from "./memoize-by-text";
import { hasBody } from "./receive-body";
import { type Refusal, refusals } from "./refusals";
import { isByKey, isForPrograms } from "./refuse";
import { isUpload, mostBytes } from "./uploads";

const MAX_ADDRESS_LENGTH = 8 * 1024;
/**
 * Twice the length of our longest address without its query. The router's patterns take time that grows with the square
 * of a path's length: 7,800 slashes and a letter kept the processor busy for 175 ms.
 */
const MAX_PATH_LENGTH = 512;

/** Of headers that are lists. Browsers send some fifty characters. */
const LONGEST_LIST = 1024;

/** The result of the first checks of a request. */
export type Admission = { url: URL; refusal?: undefined } | { refusal: Refusal; url?: undefined };

export type GateRules = {
  appUrl: string;
  trustProxy: number;
  /** The methods that an address answers, as in `Allow`. */
  methodsAt?: (path: string) => string;
};

/** Checks requests by their first line and headers. */
export function gate(rules: GateRules): (request: IncomingMessage) => Admission {
  const placeOf = memoizeByText((host: string) => placeCalled(host, new URL(rules.appUrl)));
  return (request) => {
    if ((request.url ?? "").length > MAX_ADDRESS_LENGTH) return { refusal: refusals.addressTooLong };
    const host = askedHost(request, rules.trustProxy);
    const place = host === undefined ? null : placeOf(host);
    if (place === null) return { refusal: refusals.badHost };
    const url = place.addressOf(request.url ?? "");
    if (url === undefined) return { refusal: refusals.badAddress };
    if (url.pathname.length > MAX_PATH_LENGTH) return { refusal: refusals.addressTooLong };
    // As many as fields of a form, for the same reason.
    if (url.search.split("&", MOST_FIELDS + 1).length > MOST_FIELDS) return { refusal: refusals.addressTooLong };
    if (!place.mayBeOurs) return { refusal: { ...refusals.strangeHost, home: rules.appUrl } };
    const refusal = methodRefusal(request, url, rules.methodsAt) ?? formRefusal(request, url, rules.appUrl);
    if (refusal) return { refusal };
    ignoreLongLists(request);
    return { url };
  };
}

/** Lists that are searched for each answer. Without them a page is sent in full, and not compressed. */
function ignoreLongLists({ headers }: IncomingMessage): void {
  for (const name of ["accept-encoding", "if-none-match"] as const)
    if ((headers[name]?.length ?? 0) > LONGEST_LIST) delete headers[name];
}

/** The host that the browser asked for; a trusted proxy may have passed it on in X-Forwarded-Host. */
function askedHost(request: IncomingMessage, trustProxy: number): string | undefined {
  const names = request.rawHeaders;
  let hosts = 0;
  for (let at = 0; at < names.length; at += 2) if (/^host$/i.test(names[at] ?? "")) hosts += 1;
  if (hosts !== 1) return undefined;
  const forwarded = trustProxy > 0 ? request.headers["x-forwarded-host"] : undefined;
  return typeof forwarded === "string" ? forwarded.split(",")[0]?.trim() : request.headers.host;
}

const hostShape = /^(?:[a-z0-9][a-z0-9._-]{0,252}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Cached for each host, because creating a URL takes as long as all the other checks. */
type SiteAddresses = { mayBeOurs: boolean; addressOf: (target: string) => URL | undefined };

/** Null for a name that can't be a host. */
function placeCalled(host: string, home: URL): SiteAddresses | null {
  if (!hostShape.test(host) || !URL.canParse(`${home.protocol}//${host}`)) return null;
  const origin = new URL(`${home.protocol}//${host}`);
  return {
    mayBeOurs: mayBeOurs(origin.hostname, home.hostname),
    addressOf: memoizeByText((target: string) => wholeAddress(target, origin)),
  };
}

const printableAscii = /^[\x21-\x7e]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no address of ours holds
const controlCharacters = /[\x00-\x1f\x7f]/;

function wholeAddress(target: string, { origin, host }: URL): URL | undefined {
  if (!printableAscii.test(target) || /[\\#]/.test(target) || /%00/.test(target)) return undefined;
  try {
    // Joined as text: as a second argument to URL, "//evil.example/" would replace the host.
    const url = target.startsWith("/") ? new URL(origin + target) : new URL(target);
    if (url.host !== host || url.username || url.password) return undefined;
    if (url.pathname.includes("%") && controlCharacters.test(decodeURIComponent(url.pathname))) return undefined;
    return url;
  } catch {
    return undefined;
  }
}

/**
 * Our own name, an IP address, or a name that exists only on a local network. Any other public name is a mistake, or an
 * attacker's site that wants a victim's browser to treat ours as its own.
 */
export function mayBeOurs(hostname: string, ownHostname: string): boolean {
  return hostname === ownHostname || isIpOrLocalName(hostname);
}

function methodRefusal(request: IncomingMessage, url: URL, methodsAt: GateRules["methodsAt"]): Refusal | undefined {
  const { methods, refusal } = methodsOf(url.pathname);
  if (!methods.includes(request.method ?? "")) {
    const own = methodsAt?.(url.pathname);
    if (own === undefined) return refusal;
    return { ...refusal, words: `This address accepts only ${own} requests.`, headers: { Allow: own } };
  }
  // Other upgrades (curl offers HTTP/2 this way) may be ignored, but a WebSocket client would wait for ever.
  if (request.headers.upgrade?.toLowerCase() === "websocket") return refusals.noUpgrade;
  return undefined;
}

const forPages = ["GET", "HEAD", "POST"];

function methodsOf(path: string): { methods: string[]; refusal: Refusal } {
  if (isByKey(path)) return { methods: [...forPages, "DELETE"], refusal: refusals.wrongKeyedMethod };
  if (isForPrograms(path)) return { methods: [...forPages, "OPTIONS"], refusal: refusals.wrongApiMethod };
  return { methods: forPages, refusal: refusals.wrongMethod };
}

function formRefusal(request: IncomingMessage, url: URL, appUrl: string): Refusal | undefined {
  const { headers } = request;
  if (Number(headers["content-length"] ?? 0) > mostBytes(request, url.pathname)) return refusals.tooLarge;
  if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") return refusals.notAForm;
  if ((headers["transfer-encoding"] ?? "chunked").toLowerCase() !== "chunked") return refusals.notAForm;
  if (request.method !== "POST") return hasBody(request) ? refusals.notAForm : undefined;
  if (isByKey(url.pathname) && !hasBody(request)) return undefined;
  const isTaken = isTakenType(headers["content-type"] ?? "", url.pathname) || isUpload(request, url.pathname);
  if (!isTaken) return refusals.notAForm;
  return isFromElsewhere(request, url, appUrl) ? refusals.otherSite : undefined;
}

function isTakenType(contentType: string, path: string): boolean {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  // PayFast's notices are percent-encoded whatever charset they name, and are read byte for byte.
  const known = path === paths.payfastNotify ? /^charset="?(?:utf-?8|iso-8859-1)"?$/ : /^charset="?utf-?8"?$/;
  if (charset !== undefined && !known.test(charset)) return false;
  return (
    type.trim() === "application/x-www-form-urlencoded" || (isForPrograms(path) && type.trim() === "application/json")
  );
}

/**
 * Browsers say which site a form was sent from. For those too old to say so, forms behind a sign-in have a token. The
 * pricing API and PayFast's notices are meant for other sites.
 */
function isFromElsewhere({ headers }: IncomingMessage, url: URL, appUrl: string): boolean {
  if (isForPrograms(url.pathname) || url.pathname === paths.payfastNotify) return false;
  const fetchSite = headers["sec-fetch-site"];
  const source = { origin: headers.origin, fetchSite: typeof fetchSite === "string" ? fetchSite : undefined };
  return sentFrom(source, { appUrl, host: url.host }) === "elsewhere";
}
