import type { Party } from "#app/domain/form/fields";
import type { PricingService } from "#app/domain/prices/contract/pricing-service";
import { placeOfCode } from "#app/domain/prices/place-of-code.server";
import type { Places } from "#app/domain/prices/places.server";
import { isPostalCode, postalDigits } from "#app/domain/values/postal-code";
import { carriedValue } from "#app/http/forms/forms.server";

/**
 * Fills in a blank suburb and city from the postal code, if that stands for one place. If another city was typed, the
 * suburb stays blank.
 */
export async function fillInPlaces(
  form: FormData,
  parties: readonly Party[],
  sources: { pricing: PricingService; places: Places },
): Promise<void> {
  for (const party of parties) {
    const typed = (field: string) => carriedValue(form, party + field).trim();
    const code = postalDigits(typed("Postal"));
    if ((typed("City") && typed("Suburb")) || !isPostalCode(code)) continue;
    const { suburb, city } = await placeOfCode(sources, code);
    if (typed("City") !== "" && typed("City") !== city) continue;
    if (city) form.set(`${party}City`, city);
    if (suburb && !typed("Suburb")) form.set(`${party}Suburb`, suburb);
  }
}
