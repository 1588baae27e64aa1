import { type Addresses, HOME_COUNTRY } from "#app/domain/form/addresses";
import { type Party, parties, partyNames } from "#app/domain/form/fields";
import type { LandmarkQuestion } from "#app/domain/form/landmark";
import type { Services } from "#app/services.server";
import { carriedValue } from "./forms.server";

/** A question about one field, and the value to post so that it isn't asked again. */
export type AskedLandmark = LandmarkQuestion & { field: string };

/** A field for "How will the driver find it?", and the address that it belongs to. */
type LandmarkField = { field: string; postal: string; country: string };

/**
 * Replaces the place in each of a form's landmarks by its plus code, and returns the questions about them. Each is asked
 * once: the form that asks carries `askedPlaces`.
 */
export async function settleLandmarks(
  { places }: Services,
  form: FormData,
  fields: readonly LandmarkField[],
): Promise<AskedLandmark[]> {
  const asked = carriedValue(form, "askedPlaces").split(" ");
  const questions: AskedLandmark[] = [];
  for (const { field, ...address } of fields) {
    const typed = form.get(field);
    if (typeof typed !== "string") continue;
    const { text, question } = await places.readLandmark(typed, address);
    form.set(field, text);
    if (question && !asked.includes(`${field}=${question.id}`)) questions.push({ ...question, field });
  }
  return questions;
}

/** The hidden field of a form that asks these questions, with those that were asked before. */
export function askedPlaces(form: FormData, questions: readonly AskedLandmark[]): string {
  return [carriedValue(form, "askedPlaces"), ...questions.map(({ field, id }) => `${field}=${id}`)].join(" ").trim();
}

/** The landmarks of a form with both addresses. */
export function landmarksOfBoth(form: FormData): LandmarkField[] {
  return parties.map((party) => ({
    field: `${party}Landmark`,
    postal: carriedValue(form, `${party}Postal`),
    country: carriedValue(form, `${party}Country`) || HOME_COUNTRY,
  }));
}

/** What the plus codes in both landmarks were read as. */
export async function landmarksReadAs({ places }: Services, addresses: Addresses): Promise<string[]> {
  const readAs = async (party: Party) => {
    const words = await places.readAs(addresses[`${party}Landmark`]);
    return words ? [`${partyNames[party]}: we read how to find it as ${words}.`] : [];
  };
  return (await Promise.all(parties.map(readAs))).flat();
}
