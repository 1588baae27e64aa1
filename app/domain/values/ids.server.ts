import { nanoid } from "nanoid";

const ID_LENGTH = 22;

/** An id that nobody can guess: 132 random bits, as 22 characters that are safe in a link. */
export function newId(): string {
  return nanoid(ID_LENGTH);
}
