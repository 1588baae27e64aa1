import { addressesSchema } from "./addresses.js";
import content from "./content.json";
import { draftCookie, seal, unseal } from "./draft-cookie.js";
import { saDay } from "./sa-time.js";
import { arrivalInWords, usualArrival } from "./usual-arrival.js";
import { workingDayAfter } from "./working-days.js";

const schema = addressesSchema("home", () => false);
const noneProclaimed = new Set();

/**
 * What the step's page shows.
 * @param cookie gives a cookie's value by its name
 * @returns { values, keys, trip }; `keys`: the form's hidden fields, none without a draft
 */
export async function show(_request, cookie) {
  const draft = unseal(cookie(draftCookie.name));
  return { values: draft?.answers ?? {}, keys: draft?.keys ?? {}, trip: tripOf(draft?.answers, new Date()) };
}

/**
 * What comes of a posted form, by the product's own rules for addresses.
 * @returns { isTaken: true, href, cookies: [{ name, value }] }, or { isTaken: false, values, errors }: everything typed,
 * and what is wrong by field
 */
export async function take(request) {
  const values = Object.fromEntries([...(await request.formData())].filter(([, value]) => typeof value === "string"));
  const checked = schema.safeParse(values);
  if (checked.success) {
    const cookies = [{ name: draftCookie.name, value: seal(checked.data) }];
    return { isTaken: true, href: "/ship/parcel", cookies };
  }
  const errors = {};
  for (const { path, message } of checked.error.issues) {
    const name = String(path[0]);
    errors[name] ??= [];
    errors[name].push(message);
  }
  return { isTaken: false, values, errors };
}

/** A draft's route and the days on which the parcel usually arrives, as the product says them; null without a draft. */
function tripOf(answers, now) {
  if (!answers) return null;
  const { fromCity, fromPostal, toCity, toPostal } = answers;
  const today = saDay(now);
  const arrival = usualArrival(workingDayAfter(today, 1, noneProclaimed), content.deliveryDays, noneProclaimed);
  return {
    from: `${fromCity} ${fromPostal}`,
    to: `${toCity} ${toPostal}`,
    delivery: arrivalInWords(arrival, today),
  };
}
