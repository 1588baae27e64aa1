import type { StopForm } from "#app/domain/rounds/mark-at-stop.server";
import { carriedValue, typedValues } from "./forms.server";

const kinds = ["collected", "delivered", "nobody_there", "something_wrong"] as const;

/** What a driver filled in, and the same as the form shows it again; no answers where no button says what it is. */
export function readStopForm(form: FormData, request: Request) {
  const { mark, pieces = "", pin = "", takenBy = "", reason = "" } = typedValues(form);
  const values = { mark: mark ?? "", pieces, pin, takenBy, reason };
  const kind = kinds.find((known) => known === mark);
  const key = carriedValue(form, "key");
  const answers: StopForm | null =
    kind && key ? { kind, key, pieces, pin, takenBy, reason, filledInAt: filledInAt(request) } : null;
  return { answers, values };
}

/** What the phone's worker says of a form that it kept for want of a signal: `?at=2026-11-21T10:00:00.000Z`. */
function filledInAt(request: Request): Date | null {
  const at = new Date(new URL(request.url).searchParams.get("at") ?? "");
  return Number.isNaN(at.getTime()) ? null : at;
}
