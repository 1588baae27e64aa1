import { redirect } from "@remix-run/node";
import { publicQuote, stepOf } from "#app/domain/journeys/journey";
import { clearDraft } from "#app/http/draft-cookies.server";
import { onward } from "#app/http/wizard.server";

const firstStep = stepOf(publicQuote, "addresses").path;

/** Whoever opens the address finds the wizard; only the button clears anything. */
export const loader = () => redirect(firstStep);

export const action = () => onward(firstStep, clearDraft(publicQuote));
