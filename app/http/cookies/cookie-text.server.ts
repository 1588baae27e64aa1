import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/**
 * Encodes a JSON text as a cookie's value (RFC 6265, cookie-octet). Short texts stay readable, with replacements for
 * the few characters that cookies don't allow. Long ones, and those in other scripts, are compressed.
 */
export function asCookieText(json: string): string {
  return json.length <= SHORT && isPlain.test(json) ? READABLE + readable(json) : packed(json);
}

/** The JSON text that `asCookieText` encoded. Throws for anything else. */
export function fromCookieText(text: string): string {
  return text.startsWith(READABLE) ? read(text.slice(READABLE.length)) : unpacked(text);
}

/** Below this length Base64 costs what Brotli saves, and starting Brotli takes as long as validating the whole form. */
const SHORT = 400;

/** Not a Base64 character, so no compressed value begins with it. */
const READABLE = "~";

const isPlain = /^[ -~]*$/;

/** Replaces the three characters between two texts of a list. JSON contains no control characters of its own. */
const BETWEEN_WORDS = "\n";

/** Characters that cookies don't allow, each with a rarely typed one that replaces it. */
const signs = new Map([
  [" ", "~"],
  ['"', "^"],
  [",", "!"],
  [BETWEEN_WORDS, "|"],
  [";", "*s"],
  ["\\", "*b"],
  // The replacement characters themselves, when they were typed.
  ["~", "*t"],
  ["^", "*c"],
  ["!", "*e"],
  ["|", "*l"],
  ["*", "*a"],
]);
const characters = new Map([...signs].map(([character, sign]) => [sign, character]));

function readable(json: string): string {
  const text = json.replaceAll('","', BETWEEN_WORDS);
  return text.replace(/[ ",\n;\\~^!|*]/g, (character) => signs.get(character) ?? character);
}

function read(text: string): string {
  const json = text.replace(/\*.|[~^!|]/g, (sign) => characters.get(sign) ?? sign);
  return json.replaceAll(BETWEEN_WORDS, '","');
}

const LARGEST_JSON = 64 * 1024;

/** Forty times faster than Brotli's best quality, for 5 characters more. */
const QUICKLY = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 8,
  [constants.BROTLI_PARAM_LGWIN]: 16,
};

function packed(json: string): string {
  return brotliCompressSync(json, { params: QUICKLY }).toString("base64url");
}

function unpacked(text: string): string {
  return brotliDecompressSync(Buffer.from(text, "base64url"), { maxOutputLength: LARGEST_JSON }).toString();
}
