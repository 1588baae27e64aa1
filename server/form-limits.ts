import { type Refusal, refusals } from "./refusals";

/** Our longest form, a driver's at a gate with many parcels, has 34 fields; PayFast's notice has 25. */
export const MOST_FIELDS = 64;
/** Of repeated fields the last counts. Only a driver's form, whose ticks have one name, repeats one (`MOST_TOGETHER`). */
export const MOST_OF_ONE_NAME = 4;
const TICKS = { name: "also", most: 20 };
export const LONGEST_NAME = 64;

/**
 * Why a form is refused before it is parsed. Form parsers may take time that grows with the square of the number of
 * fields, or of those with one name: 32,700 fields in 64 KB kept the site busy for 6.5 s.
 * @param form as it was sent, still percent-encoded
 */
export function formRefusal(form: string): Refusal | undefined {
  const fields = form.split("&", MOST_FIELDS + 1);
  if (fields.length > MOST_FIELDS) return refusals.tooManyFields;
  const counts = new Map<string, number>();
  for (const field of fields) {
    const end = field.indexOf("=");
    const name = nameOf(end === -1 ? field : field.slice(0, end));
    const count = (counts.get(name) ?? 0) + 1;
    if (count > (name === TICKS.name ? TICKS.most : MOST_OF_ONE_NAME) || name.length > LONGEST_NAME)
      return refusals.notOurForm;
    counts.set(name, count);
  }
  return undefined;
}

function nameOf(sent: string): string {
  return /[%+]/.test(sent) ? (new URLSearchParams(sent).keys().next().value ?? "") : sent;
}
