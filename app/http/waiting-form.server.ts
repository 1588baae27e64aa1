import type { Waiting } from "#app/ui/shipments/wait-your-turn";
import { typedValues } from "./forms.server";
import type { Turn } from "./turns.server";

/** A form whose turn has not come: what its page shows, and how it is answered. */
export type WaitingForm = { wait: Waiting; answer: { status: number; headers: Headers } };

/** What a form waits with: everything that was typed, so that one button sends it again. */
export function waitingFor(turn: Exclude<Turn, { kind: "now" }>, form: FormData, cookies: string[] = []): WaitingForm {
  const headers = new Headers(turn.answer.headers);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return {
    wait: { words: turn.words, typed: typedValues(form) },
    answer: { status: turn.answer.status, headers },
  };
}
