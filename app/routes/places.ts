import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { company } from "#app/company.server";
import { publicList } from "#app/http/api/api.server";

const LONGEST_NAME = 60;
const MOST_SUGGESTED = 8;

/** GET `?q=`: places whose name begins so, with their postal codes, for the suggestions below a field. */
export async function loader({ request }: LoaderFunctionArgs) {
  const typed = (new URL(request.url).searchParams.get("q") ?? "").slice(0, LONGEST_NAME);
  const { places } = await company();
  const found = await places.like(typed, MOST_SUGGESTED).catch(() => []);
  return json({ items: found.map(({ town, code }) => `${town} ${code}`) }, { headers: publicList });
}
