import { createHmac, timingSafeEqual } from "node:crypto";
import { settings } from "#app/config.server";

/**
 * Signs a text with the newest session secret, so that nobody else can make it up.
 * @param purpose what the text is for, so that a signature isn't valid for anything else
 */
export function signatureOf(purpose: string, text: string): string {
  const [newest = ""] = settings().sessionSecrets;
  return signedWith(newest, purpose, text);
}

/** Whether a signature is ours. Older secrets are valid until they are removed from the list. */
export function isSigned(purpose: string, text: string, signature: string): boolean {
  const received = Buffer.from(signature);
  return settings().sessionSecrets.some((secret) => {
    const expected = Buffer.from(signedWith(secret, purpose, text));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}

/** A text with its signature, for a browser to carry. */
export function signedText(purpose: string, text: string): string {
  return `${text}.${signatureOf(purpose, text)}`;
}

/** The text in a signed one; null if the signature isn't ours. */
export function signedTextIn(purpose: string, signed: string): string | null {
  const end = signed.lastIndexOf(".");
  const text = signed.slice(0, Math.max(end, 0));
  return isSigned(purpose, text, signed.slice(end + 1)) ? text : null;
}

function signedWith(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}.${text}`).digest("base64url");
}
