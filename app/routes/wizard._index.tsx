/** The wizard's own address leads to the furthest step. */
export { resumeJourney as loader } from "#app/http/wizard/open-step.server";
