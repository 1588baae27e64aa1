import type { Submission } from "@conform-to/react";
import type { FormState } from "#app/ui/forms/form-state";

/** A posted form as its fields show it again: every word as it was typed, and what is wrong with it. */
export function complaintsOf(form: FormData, submission: Submission<unknown>): FormState {
  const errors = submission.status === "error" ? (submission.error ?? {}) : {};
  return {
    values: typedValues(form),
    errors: Object.fromEntries(Object.entries(errors).map(([name, messages]) => [name, messages ?? []])),
  };
}

/** Every posted word under its field's name; of a field posted twice, the last. */
export function typedValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") values[name] = value;
  return values;
}

/** Saved answers as a form's fields hold them. */
export function savedValues(answers: Record<string, string | number | undefined> | undefined): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(answers ?? {})) {
    if (value !== undefined) values[name] = typeof value === "number" ? String(value).replace(".", ",") : value;
  }
  return values;
}
