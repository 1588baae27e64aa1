import content from "./content.json";
import { saDay } from "./sa-time.js";
import { arrivalInWords, usualArrival } from "./usual-arrival.js";
import { workingDayAfter } from "./working-days.js";

const noneProclaimed = new Set();

/** A draft's route and the days on which the parcel usually arrives, as the product says them; null without a draft. */
export function tripOf(answers, now) {
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
