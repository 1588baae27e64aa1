import type { IncomingMessage, ServerResponse } from "node:http";
import { paths } from "../app/paths";
import { formRefusal, MOST_FIELDS } from "./form-limits";
import { bringerOfList, listAside } from "./office-list";
import { bodyOf, passBodyOn, stopReceiving } from "./receive-body";
import { type Refusal, refusals } from "./refusals";
import { isForPrograms } from "./refuse";
import { isUpload, uploadRefusal } from "./uploads";

type Reading = { body: Buffer; refusal?: undefined } | { refusal: Refusal; body?: undefined };

const NOTHING = Buffer.alloc(0);

/** Waits for the complete body, so that half a form is never processed. */
export async function readBody(request: IncomingMessage, response: ServerResponse, path: string): Promise<Reading> {
  const bringer = await bringerOfList(request, path);
  if (bringer === "nobody") {
    // The app leads to the sign-in before it would read a form.
    stopReceiving(request);
    return { body: NOTHING };
  }
  if (request.headers.expect !== undefined) response.writeContinue();
  if (bringer !== null) return readWithList(request, bringer);
  const body = await whole(request);
  if (body === "too large") return { refusal: refusals.tooLarge };
  const refusal = isUpload(request, path) ? uploadRefusal(body) : bodyRefusal(body, path);
  return refusal ? { refusal } : { body };
}

async function readWithList(request: IncomingMessage, bringer: string): Promise<Reading> {
  const aside = listAside(request.headers["content-type"] ?? "", bringer);
  try {
    passBodyOn(request, aside.take);
    const rest = await whole(request);
    if (rest === "too large") return { refusal: refusals.tooLarge };
    // What had arrived before anybody could take it.
    aside.take(rest);
    const form = aside.form();
    if (form === null) return { refusal: refusals.tooLarge };
    const refusal = uploadRefusal(form);
    return refusal ? { refusal } : { body: form };
  } finally {
    aside.leave();
  }
}

async function whole(request: IncomingMessage): Promise<Buffer | "too large"> {
  const body = await bodyOf(request);
  if (body === "hung up") throw new Error("the connection was closed before the form had arrived");
  return body;
}

/** The pricing API checks its own JSON. PayFast signs its notices byte for byte, readable or not. */
function bodyRefusal(body: Buffer, path: string): Refusal | undefined {
  if (isForPrograms(path)) return isDeep(body, mostObjects(path)) ? refusals.tooDeep : undefined;
  if (path !== paths.payfastNotify && !isReadable(body)) return refusals.garbledForm;
  return formRefusal(body.toString("latin1"));
}

/** A product of a Shopify order has some 20 objects, and an order up to 500 products. */
const MOST_OF_SHOPIFY = 20_000;
const mostObjects = (path: string) => (path.startsWith(paths.shopify) ? MOST_OF_SHOPIFY : MOST_FIELDS);

/** No document of ours has so many lists and objects. 32,000 lists in one another took 11 ms to read. */
function isDeep(body: Buffer, most: number): boolean {
  return body.toString("latin1").split(/[[{]/, most + 2).length > most + 1;
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
