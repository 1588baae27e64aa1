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

function signedWith(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}.${text}`).digest("base64url");
}
