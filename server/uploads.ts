import type { IncomingMessage } from "node:http";
import { isDriversPhone } from "../app/http/sign-in/driver.server";
import { paths } from "../app/paths";
import { MOST_FIELDS } from "./form-limits";
import { type Refusal, refusals } from "./refusals";

/** A photo of 8 MB, and the fields beside it. */
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024 + 64 * 1024;

/**
 * Whether a request sends a form that may hold a photo: to a driver's stop, from a phone that the office signed in.
 * Everybody else's forms are small, and have one encoding.
 */
export function isUpload(request: IncomingMessage, path: string): boolean {
  return (
    request.method === "POST" &&
    path.startsWith(paths.driverStop("")) &&
    /^multipart\/form-data\s*;/i.test(request.headers["content-type"] ?? "") &&
    isDriversPhone(request.headers.cookie)
  );
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
