import { sha256 } from "./sha256.server";

/**
 * The key of what a form does. The same form with the same answers has the same key, so that it is done once; browsers keep
 * a page for Back, and with other answers it is another key.
 * @param form the page's hidden key, and whose or what it is about
 * @param answers what a person typed or chose, tidied; nothing that the page, a script or the phone's worker adds
 */
export function formKeyOf(form: readonly string[], answers: readonly unknown[]): string {
  return sha256(JSON.stringify([...form, ...answers]));
}
