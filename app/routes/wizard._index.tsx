/** The bare address of a wizard leads to the furthest step. */
export { resumeJourney as loader } from "#app/http/wizard/open-step.server";
