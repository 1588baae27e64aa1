import { createHmac, timingSafeEqual } from "node:crypto";
import { settings } from "#app/config.server";

/**
 * What proves that a text is ours: nobody else can make it up. The newest of the session secrets signs.
 * @param purpose what the text is for, so that a signature is no good anywhere else
 */
export function signatureOf(purpose: string, text: string): string {
  const [newest = ""] = settings().sessionSecrets;
  return signedWith(newest, purpose, text);
}

/** Whether a signature is ours. Older secrets still count, until they leave the list. */
export function isSigned(purpose: string, text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return settings().sessionSecrets.some((secret) => {
    const expected = Buffer.from(signedWith(secret, purpose, text));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function signedWith(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}.${text}`).digest("base64url");
}
