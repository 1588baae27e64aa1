import { customAlphabet, nanoid, urlAlphabet } from "nanoid";

const ID_LENGTH = 22;
const first = customAlphabet(urlAlphabet.replace("-", ""), 1);

/**
 * A random id of 131 bits, as 22 characters that are safe in a link. None begins with a hyphen: the terminal would read it as
 * an option.
 */
export function newId(): string {
  return first() + nanoid(ID_LENGTH - 1);
}
