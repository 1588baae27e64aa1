import { plainSigns } from "../values/typed-text";
import { limits } from "./fields";

/**
 * A post box or private bag, as people write it in our languages and in those of our neighbours, with its number. PMB
 * before a code of its own is Pietermaritzburg.
 */
const POST_BOX =
  /\b(?:(?:g\W*)?p\W{0,2}[o0]\W{0,2}(?:b[o0]?x|bus)|p(?:ostal|osta|ost|os)(?:\s*office)?\s*(?:box|bus|bag|sak|fach)|mail[\W_]*(?:box|bag)|(?:private|privaat|pvt|priv|p)[\W_]*(?:(?:mail|postal|post?)[\W_]*)?(?:bag|sak|box)|lock\W*(?:ed)?\W*bag|post\W*net\W+suite|pos(?:te?)?\W*restante?|bo(?:i|î)te\W+postale|(?:caixa|cx)\W+postal|i?bhokisi\W+[lyr]e?\W?posi|(?:le)?[bp]o[kg][io]s[eio]\W+[ylr]a\W+pos[oei])\b[\W_]*(?:(?:no|nr|number)\b\W*)?(?:x\W?)?\d*|\b(?:p\W{0,2}o\W{0,3}|p\W{0,2}o\W{0,2}b\W{0,3}|pmb\W{0,3}(?!32\d\d\b)|s\W?l\W?p\W{0,3}|apartado\W{0,3}(?:postal\W{0,3})?)\d+|^\W*(?:box|bag|bus)\W+(?:no\W*)?x?\W?\d+/giu;
/** Numbers that no door has. */
const AREA = /\b(?:ext(?:ension)?|uitbreiding|zone|sone|phase|fase|section)\W*\d+/giu;
/** A house number before a street's name, or a word that leads to a door. */
const DOOR =
  /\d+\s?[a-z]?\s+\p{L}{2}|\b(?:street|str|st|road|rd|ave(?:nue)?|drive|dr|lane|ln|crescent|cres|close|way|place|plaza|mall|centre|center|square|highway|boulevard|blvd|[\p{L}]*(?:straat|weg|laan)|singel|plein|plaas|huis|hoek|corner|cnr|house|hse|stand|erf|plot|unit|shop|farm|flat|building|block|site|room|school|church|next\s+to|opposite|behind|near)\b/iu;

/**
 * Whether a driver finds a place by an address: it isn't only a post box, or its landmark leads there. What is blank or no
 * text has a rule of its own.
 */
export function hasDoor(street: unknown, suburb: unknown, landmark: unknown): boolean {
  const [line, place, found] = [street, suburb, landmark].map((typed) =>
    typeof typed === "string" ? plainSigns(typed) : "",
  );
  return found !== "" || !isPostBox(line ?? "", place ?? "");
}

/** Whether an address's lines have a post box, and nothing where a driver finds a door. The plug-in has the same rule. */
function isPostBox(...lines: string[]): boolean {
  const line = lines.join(", ");
  // Too long for an address, which another rule says.
  if (line.length > 2 * limits.addressLine) return false;
  const rest = line.replace(POST_BOX, " ");
  return rest !== line && !DOOR.test(rest.replace(AREA, ""));
}
