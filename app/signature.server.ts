import { createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "#app/config.server";

/**
 * Signs a text with the newest session secret, so that nobody else can make it up.
 * @param purpose what the text is for, so that a signature isn't valid for anything else
 */
export function signatureOf({ sessionSecrets: [newest = ""] }: Config, purpose: string, text: string): string {
  return signedWith(newest, purpose, text);
}

/** Whether a signature is ours. Older secrets are valid until they are removed from the list. */
export function isSigned({ sessionSecrets }: Config, purpose: string, text: string, signature: string): boolean {
  const received = Buffer.from(signature);
  return sessionSecrets.some((secret) => {
    const expected = Buffer.from(signedWith(secret, purpose, text));
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}

/** A text with its signature, for a browser to carry. */
export function signedText(settings: Config, purpose: string, text: string): string {
  return `${text}.${signatureOf(settings, purpose, text)}`;
}

/** The text in a signed one; null if the signature isn't ours. */
export function signedTextIn(settings: Config, purpose: string, signed: string): string | null {
  const end = signed.lastIndexOf(".");
  const text = signed.slice(0, Math.max(end, 0));
  return isSigned(settings, purpose, text, signed.slice(end + 1)) ? text : null;
}

function signedWith(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}.${text}`).digest("base64url");
}
