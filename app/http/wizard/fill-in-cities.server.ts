import type { PricingService } from "#app/domain/pricing/pricing-service";
import { parties } from "#app/domain/shipments/fields";
import { isPostalCode, postalDigits } from "#app/domain/values/postal-code";
import { carriedValue } from "#app/http/forms/forms.server";

/** A city that was left blank comes from the postal code, where that has one place. */
export async function fillInCities(form: FormData, pricing: PricingService): Promise<void> {
  for (const party of parties) {
    const code = postalDigits(carriedValue(form, `${party}Postal`));
    if (carriedValue(form, `${party}City`).trim() !== "" || !isPostalCode(code)) continue;
    const city = (await pricing.coverage(code).catch(() => null))?.city ?? "";
    if (city && !/ and /.test(city)) form.set(`${party}City`, city);
  }
}
