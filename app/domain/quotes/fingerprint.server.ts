import { createHash } from "node:crypto";

/** A short fingerprint of answers: equal answers, equal fingerprint. */
export function fingerprint(answers: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(answers) ?? "")
    .digest("base64url")
    .slice(0, 16);
}
