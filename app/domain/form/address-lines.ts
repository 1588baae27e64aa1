import { HOME_COUNTRY } from "./addresses";
import { type AddressPlace, type Party, type PartyField, partyFields } from "./fields";
import { isAsked, missingInLatin } from "./in-latin";
import { landmarkApart } from "./plus-code";

/** An address as both wizards store it. Each field's name begins with its party. */
export type AddressesShown = Record<string, string | undefined>;

/** The answers to these fields, a line each, with the words that belong before them; the country comes last, as on an envelope. */
export function linesOf(addresses: AddressesShown, party: Party, shown: (field: PartyField) => boolean): string[] {
  const lines: string[] = [];
  const fields = Object.entries(partyFields).filter(([, field]) => shown(field));
  const isCountry = ([, { rule }]: [string, PartyField]) => rule === "country";
  let answerBefore: string | undefined;
  for (const [name, field] of [...fields.filter((each) => !isCountry(each)), ...fields.filter(isCountry)]) {
    if (!isAsked(addresses, party, field)) continue;
    const answer = addresses[party + name];
    // A suburb with the same name as its city is printed once.
    if (name === "Suburb" && answer === addresses[`${party}City`]) continue;
    const words = answer && field.labelled ? `${field.labelled} ${answer}` : answer;
    if (words && field.joins && answerBefore) lines.push(lines.pop() + field.joins + words);
    else if (words) lines.push(words);
    answerBefore = answer;
  }
  return lines;
}

/**
 * The name on a slip, and the lines under it, as they are written. `phone`, one of the lines, is there if the paper can't
 * show the name or the address, and has to do for it.
 */
export type SlipParty = { name: string; lines: string[]; phone?: string };

export function partyOnSlip(addresses: AddressesShown, party: Party): SlipParty {
  const countryField = `${party}Country`;
  const { name, place, contact, landmark } = drawnAt("slip", { ...addresses, [countryField]: "" }, party, {
    name: (lines) => lines.join(" "),
    place: asLines,
    contact: asLines,
    landmark: asLandmark,
  });
  const code = landmark.plusCode ? [`Plus code ${landmark.plusCode}`] : [];
  // A parcel that stays at home needs no country, and what brings a driver to the door comes before one.
  const { [countryField]: country = "", toCountry } = addresses;
  const abroad = toCountry && toCountry !== HOME_COUNTRY ? country : "";
  const [phone] = missingInLatin(addresses, party).length > 0 ? contact : [];
  return {
    name,
    ...(phone && { phone }),
    lines: [...new Set([...place, ...contact, ...code, landmark.words, abroad].filter(Boolean))],
  };
}

type Part = PartyField["part"];
export const asLines = (lines: string[]) => lines;
export const notDrawn = () => null;
/** A landmark with its plus code apart. */
export const asLandmark = (lines: string[]) => landmarkApart(lines.join(", "));

/**
 * The parts of an address that are shown somewhere, to the office all. Whoever draws an address says how it draws each
 * part, or that it doesn't, so that a new part doesn't compile before every place has it.
 */
export function drawnAt<Drawing extends Record<Part, (lines: string[]) => unknown>>(
  where: AddressPlace | "office",
  addresses: AddressesShown,
  party: Party,
  drawing: Drawing,
): { [Each in Part]: ReturnType<Drawing[Each]> } {
  const lines = (part: Part) =>
    linesOf(addresses, party, (field) => (where === "office" || field.shown[where]) && field.part === part);
  const drawn = Object.entries(drawing).map(([part, draw]) => [part, draw(lines(part as Part))]);
  return Object.fromEntries(drawn);
}
