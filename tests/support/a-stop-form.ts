import type { StopForm } from "#app/domain/drivers/stop-answers.server";

/** A driver's form with nothing filled in but its button. */
export function aStopForm(kind: StopForm["kind"], filledIn: Partial<StopForm> = {}): StopForm {
  const blank = { key: "form", visit: null, pieces: "", pin: "", takenBy: "", reason: "", more: "", filledInAt: null };
  return { ...blank, kind, ...filledIn };
}
