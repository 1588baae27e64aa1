import { serialize } from "cookie";
import { settings } from "#app/config.server";
import { DAYS, SECONDS } from "#app/durations";
import { isSigned, signatureOf } from "#app/signature.server";
import { cookieName } from "./cookie-name.server";
import { asCookieText, fromCookieText } from "./cookie-text.server";

/** Browsers keep a cookie of at most 4,096 bytes, name and attributes included. */
const LONGEST_COOKIE_LINE = 4096;

/** A JSON document in a cookie, signed: the browser may read it, and change nothing. */
export type SignedCookie<Document> = {
  /** Null when there is none, or when it is tampered with, truncated or somebody else's. */
  read(request: { headers: Pick<Headers, "get"> }): Document | null;
  /** Whether a document is short enough for a cookie. */
  holds(document: Document): boolean;
  /** A `Set-Cookie` line. */
  write(document: Document): string;
  /** A `Set-Cookie` line that removes it. */
  clear(): string;
};

/**
 * @param name of the cookie, without the prefix that it has on https
 * @param options.path the part of the site that gets it sent
 * @param options.accept narrows what was stored; null refuses it, as after a change of its shape
 */
export function signedCookie<Document>(
  name: string,
  options: { path: string; days: number; accept: (stored: unknown) => Document | null },
): SignedCookie<Document> {
  const attributes = () =>
    ({ path: options.path, httpOnly: true, sameSite: "lax", secure: settings().isHttps, encode: String }) as const;
  const nameHere = () => cookieName(name, options.path);
  const lineOf = (document: Document) =>
    serialize(nameHere(), signedText(document, name), { ...attributes(), maxAge: (options.days * DAYS) / SECONDS });
  return {
    read(request) {
      const value = cookieNamed(nameHere(), request.headers.get("Cookie") ?? "");
      const stored = value === undefined ? null : unseal(value, name);
      return stored === null ? null : options.accept(stored.document);
    },
    holds: (document) => lineOf(document).length <= LONGEST_COOKIE_LINE,
    write(document) {
      const line = lineOf(document);
      if (line.length > LONGEST_COOKIE_LINE) throw new Error(`the cookie ${name} would be ${line.length} bytes long`);
      return line;
    },
    clear: () => serialize(nameHere(), "", { ...attributes(), maxAge: 0 }),
  };
}

/**
 * A cookie's value in the header that browsers send; of two with one name the first. The others aren't taken apart: a
 * stranger sends thousands, and a page asks for five.
 */
function cookieNamed(name: string, header: string): string | undefined {
  const start = `${name}=`;
  for (let at = header.indexOf(start); at !== -1; at = header.indexOf(start, at + 1)) {
    const isWhole = at === 0 || header[at - 1] === " " || header[at - 1] === ";";
    if (isWhole)
      return header
        .slice(at + start.length)
        .split(";", 1)[0]
        ?.trim();
  }
  return undefined;
}

/** The name is signed too, so that one cookie's value is no good in another. */
function signedText(document: unknown, name: string): string {
  const text = asCookieText(JSON.stringify(document));
  return `${text}.${signatureOf(name, text)}`;
}

function unseal(value: string, name: string): { document: unknown } | null {
  const end = value.lastIndexOf(".");
  const text = value.slice(0, end);
  if (end < 1 || !isSigned(name, text, value.slice(end + 1))) return null;
  try {
    return { document: JSON.parse(fromCookieText(text)) };
  } catch {
    return null;
  }
}
