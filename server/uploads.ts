import type { IncomingMessage } from "node:http";
import { settings } from "../app/config.server";
import { officeCookieOf } from "../app/http/office/office-guard.server";
import { isDriversPhone } from "../app/http/sign-in/driver.server";
import { officePaths, paths } from "../app/paths";
import { MOST_FIELDS } from "./form-limits";
import { type Refusal, refusals } from "./refusals";

const MAX_BODY_BYTES = 64 * 1024;
/** A photo of 8 MB, and the fields beside it. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024 + MAX_BODY_BYTES;

/** PayFast's list of a busy year, and the fields beside it. */
export const MAX_LIST_BYTES = 20 * 1024 * 1024 + MAX_BODY_BYTES;

/** An order or a cart of Shopify's, with hundreds of products. */
const MAX_SHOP_BYTES = 1024 * 1024;

/** The largest body that a request may have: that of a form, of a form with a photo, of a shop's order, or with PayFast's list. */
export function mostBytes(request: IncomingMessage, path: string): number {
  if (isPayfastList(request, path)) return MAX_LIST_BYTES;
  if (isShopsDocument(request, path)) return MAX_SHOP_BYTES;
  return isLong(request, path) ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES;
}

/** Whether it may be an order or a cart of Shopify's: the app knows its shop by a number in the address. */
function isShopsDocument({ method }: Pick<IncomingMessage, "method">, path: string): boolean {
  return method === "POST" && path.startsWith(paths.shopify);
}

/** Whether a request's body may be as long as a photo or PayFast's list. Anybody may send a shop's document, so it isn't. */
export function isLong(request: IncomingMessage, path: string): boolean {
  return isUpload(request, path) && (mayBePhoto(request, path) || isPayfastList(request, path));
}

/** Whether a request's form may contain PayFast's list. */
export function isPayfastList(request: IncomingMessage, path: string): boolean {
  return path === payfastList && isMultipart(request) && mayBeOfficeList(request, path);
}

/**
 * Whether a request's form may contain a file: a photo, at a driver's stop and from a phone that is signed in as a
 * driver's; a list of parcels or of prices; or PayFast's list, in a browser of the office. All other forms are URL-encoded.
 */
export function isUpload(request: IncomingMessage, path: string): boolean {
  return (
    isMultipart(request) &&
    (path === paths.importParcels || mayBeOfficeList(request, path) || mayBePhoto(request, path))
  );
}

function isMultipart({ method, headers }: IncomingMessage): boolean {
  return method === "POST" && /^multipart\/form-data\s*;/i.test(headers["content-type"] ?? "");
}

const payfastList = officePaths.do("reconcile");
const officeLists: string[] = [
  ...["import", "change prices"].map((command) => officePaths.do(command)),
  ...[payfastList, officePaths.signIn()],
];

/** A list, in a browser where somebody of the office is or was signed in; also where the form is kept while they sign in. */
function mayBeOfficeList({ headers }: IncomingMessage, path: string): boolean {
  const cookies = { headers: { get: () => headers.cookie ?? null } };
  return officeLists.includes(path) && officeCookieOf(cookies, settings()) !== null;
}

/** A list of parcels or of prices may only be as large as other forms. */
function mayBePhoto(request: IncomingMessage, path: string): boolean {
  return path.startsWith(paths.driverStop("")) && isDriversPhone(settings(), request.headers.cookie);
}

/** Why an upload is refused before it is parsed. */
export function uploadRefusal(body: Buffer): Refusal | undefined {
  let parts = 0;
  for (let at = body.indexOf("form-data"); at !== -1; at = body.indexOf("form-data", at + 1)) {
    parts += 1;
    if (parts > MOST_FIELDS) return refusals.tooManyFields;
  }
  return undefined;
}
