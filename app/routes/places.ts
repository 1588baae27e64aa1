import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { placeOfCode } from "#app/domain/prices/place-of-code.server";
import { isPostalCode, postalDigits } from "#app/domain/values/postal-code";
import { publicList } from "#app/http/api/api.server";
import { typedQuery } from "#app/http/forms/typed-form.server";

const LONGEST_NAME = 60;
const MOST_SUGGESTED = 8;

/**
 * GET `?q=`: places whose name begins with it, and their postal codes, for the suggestions below a field. `?code=`: the
 * suburb and city of a postal code, which may have a name beside it, for the other fields.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = typedQuery(request);
  const { pricing, places } = context.services;
  const asked = query.get("code") ?? "";
  const [code, named] = [postalDigits(asked), asked.slice(0, LONGEST_NAME).replace(/\d/g, "")];
  if (isPostalCode(code)) return json(await placeOfCode({ pricing, places }, code, named), { headers: publicList });
  const typed = (query.get("q") ?? "").slice(0, LONGEST_NAME);
  const found = await places.like(typed, MOST_SUGGESTED).catch(() => []);
  return json({ items: found.map(({ town, code }) => `${town} ${code}`) }, { headers: publicList });
}
