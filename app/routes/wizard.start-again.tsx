import type { ActionFunctionArgs } from "@remix-run/node";
import { onward } from "#app/http/pages/private-page.server";
import { customerOf } from "#app/http/wizard/customer.server";
import { clearDraft } from "#app/http/wizard/draft-cookies.server";
import { journeyAt, stepOf } from "#app/http/wizard/journey";
import { resumeJourney } from "#app/http/wizard/open-step.server";
import { forgetTyped } from "#app/http/wizard/typed-cookie.server";

/** Opening the address leads to the wizard; only the button deletes anything. */
export const loader = resumeJourney;

/** "Start again": deletes the draft. */
export async function action({ request }: ActionFunctionArgs) {
  const journey = journeyAt(new URL(request.url).pathname);
  const customer = await customerOf(request, journey);
  await customer.readForm();
  return onward(stepOf(journey, "addresses").path, [...clearDraft(journey), ...forgetTyped(request, journey)]);
}
