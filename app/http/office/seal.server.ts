import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Config } from "#app/config.server";
import type { KeySeal } from "#app/domain/office/factors.server";

const CIPHER = "aes-256-gcm";
const [IV_BYTES, TAG_BYTES, KEY_BYTES] = [12, 16, 32];
/** The longest form, and what is around it. */
const LONGEST_BYTES = 256 * 1024;

/**
 * Encrypts a text with a key derived from the newest session secret, so that whoever holds the result can neither read
 * nor change it.
 * @param purpose what it is for, and whose: it can't be opened as anything else
 */
export function sealed(settings: Config, purpose: string, text: string): string {
  const [newest = ""] = settings.sessionSecrets;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(newest, purpose), iv);
  const hidden = Buffer.concat([cipher.update(deflateRawSync(text)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString("base64url");
}

/** What was sealed, with any of the session secrets; null for anything else. */
export function unsealed(settings: Config, purpose: string, seal: string): string | null {
  const bytes = Buffer.from(seal, "base64url");
  for (const secret of settings.sessionSecrets) {
    try {
      const cipher = createDecipheriv(CIPHER, keyFrom(secret, purpose), bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const packed = Buffer.concat([cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), cipher.final()]);
      return inflateRawSync(packed, { maxOutputLength: LONGEST_BYTES }).toString();
    } catch {
      // Sealed with another secret, or by nobody.
    }
  }
  return null;
}

/** Encrypts the key of a person's app: in somebody else's row it can't be read. */
export function keySealOf(settings: Config, personId: string): KeySeal {
  const purpose = `key of ${personId}`;
  return { seal: (key) => sealed(settings, purpose, key), open: (seal) => unsealed(settings, purpose, seal) };
}

/** A document that is carried in a form for a while. */
export function sealedDocument(settings: Config, purpose: string, document: object, now: Date): string {
  return sealed(settings, purpose, JSON.stringify({ document, at: now.getTime() }));
}

/** The document, unless it is older than this. */
export function unsealedDocument<Document>(
  settings: Config,
  purpose: string,
  seal: string,
  livesMs: number,
  now: Date,
): Document | null {
  const text = unsealed(settings, purpose, seal);
  if (text === null) return null;
  const { document, at } = JSON.parse(text) as { document: Document; at: number };
  const ageMs = now.getTime() - at;
  return ageMs >= 0 && ageMs <= livesMs ? document : null;
}

function keyFrom(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `office:${purpose}`, KEY_BYTES));
}
