import { createHash, timingSafeEqual } from "node:crypto";
import { type DoneOr, refused } from "../values/refused";

type Field = readonly [name: string, value: string];

/** A notice's body split into its parts, byte for byte. */
export type SignedNotice = DoneOr<{ signedPart: string; signature: string }>;

const SIGNATURE_FIELD = "&signature=";

/**
 * Signs the form that a customer posts to PayFast. Returns 32 hex digits. `fields` must be in PayFast's order. An empty
 * passphrase means that the account has none. Source: PayFast's custom integration documentation and its PHP SDK.
 */
export function signRequest(fields: readonly Field[], passphrase: string): string {
  const filled = fields.map(([name, value]) => [name, phpTrim(value)] as const).filter(([, value]) => value !== "");
  return sign(joinFields(filled), passphrase);
}

/**
 * Writes a notice as PayFast would post it: blank fields and spaces kept, the signature last. Used by the simulator.
 */
export function writeNotice(fields: readonly Field[], passphrase: string): string {
  const signedPart = joinFields(fields);
  return `${signedPart}${SIGNATURE_FIELD}${sign(signedPart, passphrase)}`;
}

/**
 * Checks whether a notice's body was signed with our passphrase, and if so returns the signed part. Works on the raw
 * body: sorting, decoding or encoding it again would change what was signed.
 */
export function verifyNotice(rawBody: string, passphrase: string): SignedNotice {
  const notice = splitNotice(rawBody);
  if (!notice.ok) return notice;
  const expected = Buffer.from(sign(notice.signedPart, passphrase));
  const received = Buffer.from(notice.signature);
  // A comparison that stopped at the first wrong digit would tell a forger how many digits are right.
  if (!timingSafeEqual(expected, received)) return refused("The signature does not match.");
  return notice;
}

/** Splits a body into the signed part and the signature. PayFast sends one signature, as the last field. */
export function splitNotice(rawBody: string): SignedNotice {
  const at = rawBody.indexOf(SIGNATURE_FIELD);
  if (at <= 0) return refused("The notice carries no signature.");
  const signature = rawBody.slice(at + SIGNATURE_FIELD.length);
  // Counts decoded names, so that `%73ignature=` can't hide a second one.
  if (new URLSearchParams(rawBody).getAll("signature").length > 1) {
    return refused("The notice carries more than one signature.");
  }
  if (!/^[0-9a-f]{32}$/.test(signature)) {
    return refused("The signature is not 32 hex digits at the end of the notice.");
  }
  return { ok: true, signedPart: rawBody.slice(0, at), signature };
}

/**
 * Trims exactly what PHP's `trim` does. JavaScript's also removes U+00A0 and similar characters, which PayFast signs.
 */
export function phpTrim(text: string): string {
  const trimmed = new Set([" ", "\t", "\n", "\r", "\0", "\v"]);
  let start = 0;
  let end = text.length;
  while (start < end && trimmed.has(text.charAt(start))) start += 1;
  while (end > start && trimmed.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** PHP's `urlencode`: a space becomes `+`, and six characters are escaped that `encodeURIComponent` leaves alone. */
export function phpUrlencode(text: string): string {
  // Half a surrogate pair makes encodeURIComponent throw; a browser posts U+FFFD for it.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"))
    .replace(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

function joinFields(fields: readonly Field[]): string {
  return fields.map(([name, value]) => `${name}=${phpUrlencode(value)}`).join("&");
}

/** PayFast requires MD5, which is weak: that is why a notice needs its other checks too. */
function sign(paramString: string, passphrase: string): string {
  const secret = phpTrim(passphrase);
  const signed = secret === "" ? paramString : `${paramString}&passphrase=${phpUrlencode(secret)}`;
  return createHash("md5").update(signed).digest("hex");
}
