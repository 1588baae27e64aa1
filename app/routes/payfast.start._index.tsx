import { privately } from "#app/http/pages/private-page.server";

/** A hand-over without a quote. Spec section 5, "Payment". */
export function loader() {
  throw new Response("Missing quote reference; please retry the quote.", privately(400));
}

export default function MissingQuote() {
  return null;
}
