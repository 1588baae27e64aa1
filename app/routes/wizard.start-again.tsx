import type { ActionFunctionArgs } from "@remix-run/node";
import { clearDraft, forgetTyped } from "#app/http/wizard/draft-cookies.server";
import { openWizard, resumeJourney } from "#app/http/wizard/open-step.server";

/** Opening the address leads to the wizard; only the button deletes anything. */
export const loader = resumeJourney;

/** "Start again": deletes the draft. */
export async function action(args: ActionFunctionArgs) {
  const { request, journey, next } = await openWizard(args);
  return next({
    state: "begun again",
    cookies: [...clearDraft(args.context.settings, journey), ...forgetTyped(request, args.context.settings, journey)],
  });
}
