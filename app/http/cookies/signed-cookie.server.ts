import { serialize } from "cookie";
import type { Config } from "#app/config.server";
import { DAYS, SECONDS } from "#app/durations";
import { signedText, signedTextIn } from "#app/signature.server";
import { cookieName } from "./cookie-name.server";
import { asCookieText, fromCookieText } from "./cookie-text.server";

/** Browsers accept a cookie of at most 4,096 bytes, including its name and attributes. */
const LONGEST_COOKIE_LINE = 4096;

/** A JSON document in a signed cookie: the browser can read it but not change it. */
export type SignedCookie<Document> = {
  /** Null when there is none, or when it was changed, truncated or signed by somebody else. */
  read(request: { headers: Pick<Headers, "get"> }, settings: Config): Document | null;
  /** Whether a document is short enough for a cookie. */
  holds(settings: Config, document: Document): boolean;
  /** A `Set-Cookie` line. */
  write(settings: Config, document: Document): string;
  /** A `Set-Cookie` line that removes it. */
  clear(settings: Config): string;
};

/**
 * @param name of the cookie, without the prefix that it has on https
 * @param options.path the part of the site that receives it
 * @param options.accept validates what was stored; null refuses it, for example in an old format
 */
export function signedCookie<Document>(
  name: string,
  options: { path: string; days: number; accept: (stored: unknown) => Document | null },
): SignedCookie<Document> {
  const attributes = ({ isHttps }: Config) =>
    ({ path: options.path, httpOnly: true, sameSite: "lax", secure: isHttps, encode: String }) as const;
  const nameHere = (settings: Config) => cookieName(settings, name, options.path);
  const lineOf = (settings: Config, document: Document) =>
    serialize(nameHere(settings), seal(settings, document, name), {
      ...attributes(settings),
      maxAge: (options.days * DAYS) / SECONDS,
    });
  return {
    read(request, settings) {
      const value = cookieNamed(nameHere(settings), request.headers.get("Cookie") ?? "");
      const stored = value === undefined ? null : unseal(settings, value, name);
      return stored === null ? null : options.accept(stored.document);
    },
    holds: (settings, document) => lineOf(settings, document).length <= LONGEST_COOKIE_LINE,
    write(settings, document) {
      const line = lineOf(settings, document);
      if (line.length > LONGEST_COOKIE_LINE) throw new Error(`the cookie ${name} would be ${line.length} bytes long`);
      return line;
    },
    clear: (settings) => serialize(nameHere(settings), "", { ...attributes(settings), maxAge: 0 }),
  };
}

/**
 * A cookie's value from the Cookie header; if there are two of a name, the first. Finds it without parsing the others,
 * because a page reads five cookies, and an attacker may send thousands.
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

/** The name is signed too, so that one cookie's value isn't valid in another. */
function seal(settings: Config, document: unknown, name: string): string {
  return signedText(settings, name, asCookieText(JSON.stringify(document)));
}

function unseal(settings: Config, value: string, name: string): { document: unknown } | null {
  const text = signedTextIn(settings, name, value);
  if (text === null) return null;
  try {
    return { document: JSON.parse(fromCookieText(text)) };
  } catch {
    return null;
  }
}
