import { privately } from "#app/http/pages/private-page.server";

/** A payment without a quote. Specification section 5, "Payment". */
export function loader() {
  throw new Response("Missing quote reference; please retry the quote.", privately(400));
}

export default function MissingQuote() {
  return null;
}
