import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/**
 * A JSON text as a cookie's value may hold it (RFC 6265, cookie-octet): a short one readable, with signs for the few
 * characters that a cookie may not hold; a long one, and one in other scripts, packed.
 */
export function asCookieText(json: string): string {
  return json.length <= SHORT && isPlain.test(json) ? READABLE + readable(json) : packed(json);
}

/** The JSON text of which `asCookieText` made this. Throws at what it can't have made. */
export function fromCookieText(text: string): string {
  return text.startsWith(READABLE) ? read(text.slice(READABLE.length)) : unpacked(text);
}

/** Up to here Base64 takes back what Brotli saves, and setting Brotli up takes as long as checking the whole form. */
const SHORT = 400;

/** No sign of Base64's, so nothing packed begins with it. */
const READABLE = "~";

const isPlain = /^[ -~]*$/;

/** For the three characters between two words of a list. JSON holds no control character of its own. */
const BETWEEN_WORDS = "\n";

/** Characters that a cookie must not contain, each with the rarely typed one that replaces it. */
const signs = new Map([
  [" ", "~"],
  ['"', "^"],
  [",", "!"],
  [BETWEEN_WORDS, "|"],
  [";", "*s"],
  ["\\", "*b"],
  // And the signs themselves, where they were typed.
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

/** Forty times quicker than the best that Brotli can do, and 5 characters longer. */
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
