import { nanoid } from "nanoid";

const ID_LENGTH = 22;

/** A random id of 132 bits, as 22 characters that are safe in a link. */
export function newId(): string {
  return nanoid(ID_LENGTH);
}
