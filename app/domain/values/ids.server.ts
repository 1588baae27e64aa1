import { randomBytes } from "node:crypto";

const ID_BYTES = 16;

/** An id that nobody can guess: 128 random bits, as 22 characters that are safe in a link. */
export function newId(): string {
  return randomBytes(ID_BYTES).toString("base64url");
}
