import type { IncomingMessage, ServerResponse } from "node:http";
import { paths } from "../app/paths";
import { formRefusal } from "./form-limits";
import { type Refusal, refusals } from "./refusals";
import { isForPrograms } from "./refuse";
import { isUpload, MAX_UPLOAD_BYTES, mayBePhoto, uploadRefusal } from "./uploads";

const MAX_BODY_BYTES = 64 * 1024;

/** The largest body that a request may have: that of a form, or of a form with a photo. */
export function mostBytes(request: IncomingMessage, path: string): number {
  return isUpload(request, path) && mayBePhoto(request, path) ? MAX_UPLOAD_BYTES : MAX_BODY_BYTES;
}

type Reading = { body: Buffer; refusal?: undefined } | { refusal: Refusal; body?: undefined };

/** Reads the complete body first, so that half a form is never processed. */
export async function readBody(request: IncomingMessage, response: ServerResponse, path: string): Promise<Reading> {
  if (request.headers.expect !== undefined) response.writeContinue();
  const most = mostBytes(request, path);
  const chunks: Buffer[] = [];
  let length = 0;
  // The plain iterator would close the connection when we stop early, before our answer is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) return { refusal: refusals.tooLarge };
  }
  const body = Buffer.concat(chunks);
  const refusal = isUpload(request, path) ? uploadRefusal(body) : bodyRefusal(body, path);
  return refusal ? { refusal } : { body };
}

/** The pricing API checks its own JSON. PayFast signs its notices byte for byte, readable or not. */
function bodyRefusal(body: Buffer, path: string): Refusal | undefined {
  if (isForPrograms(path)) return undefined;
  if (path !== paths.payfastNotify && !isReadable(body)) return refusals.garbledForm;
  return formRefusal(body.toString("latin1"));
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Valid UTF-8, complete percent escapes, and no NUL, which no keyboard types and PostgreSQL can't store. */
function isReadable(body: Buffer): boolean {
  try {
    return !decodeURIComponent(utf8.decode(body)).includes("\0");
  } catch {
    return false;
  }
}
