import type { IncomingMessage } from "node:http";
import { isDriversPhone } from "../app/http/sign-in/driver.server";
import { paths } from "../app/paths";
import { MOST_FIELDS } from "./form-limits";
import { type Refusal, refusals } from "./refusals";

/** A photo of 8 MB, and the fields beside it. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024 + 64 * 1024;

/**
 * Whether a request sends a form that may hold a file: a photo, to a driver's stop and from a phone that the office signed
 * in; or a list of parcels. Everybody else's forms have one encoding.
 */
export function isUpload(request: IncomingMessage, path: string): boolean {
  const isForm = /^multipart\/form-data\s*;/i.test(request.headers["content-type"] ?? "");
  return request.method === "POST" && isForm && (path === paths.importParcels || mayBePhoto(request, path));
}

/** Whether what a request sends may be as large as a photo: a list of parcels is no larger than other forms. */
export function mayBePhoto(request: IncomingMessage, path: string): boolean {
  return path.startsWith(paths.driverStop("")) && isDriversPhone(request.headers.cookie);
}

/** Why such a form is refused before anything takes it apart. */
export function uploadRefusal(body: Buffer): Refusal | undefined {
  let parts = 0;
  for (let at = body.indexOf("form-data"); at !== -1; at = body.indexOf("form-data", at + 1)) {
    parts += 1;
    if (parts > MOST_FIELDS) return refusals.tooManyFields;
  }
  return undefined;
}
