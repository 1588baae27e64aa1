import { hash } from "node:crypto";

/** The SHA-256 of a text, as 43 characters that are safe in a link. */
export function sha256(text: string): string {
  return hash("sha256", text, "base64url");
}

/** The id of the session that a token belongs to. Only the browser has the token. */
export function sessionIdOf(token: string): string {
  return sha256(token);
}
