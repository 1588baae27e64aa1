import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { FormState } from "#app/domain/values/form-state";

/** A validated form: the answers, or the form's state with an error beside each wrong field. */
export type CheckedForm<Answers> = { ok: true; answers: Answers } | { ok: false; state: FormState };

/**
 * Validates a form against its step's schema. The schema gets blank fields as they were typed. Removes two fields from
 * the form that only conform's own script sends.
 */
export function checkForm<Schema extends z.ZodType>(form: FormData, schema: Schema): CheckedForm<z.output<Schema>> {
  // Conform reads them as commands, and throws on invalid ones. We don't use its script.
  for (const command of ["__intent__", "__state__"]) form.delete(command);
  const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
  if (submission.status === "success") return { ok: true, answers: submission.value };
  const errors = Object.entries(submission.error ?? {}).map(([name, messages]) => [name, messages ?? []]);
  return { ok: false, state: { values: typedValues(form), errors: Object.fromEntries(errors) } };
}

/** Ten times what any field takes. A page that shows 60 KB again, escaped and compressed, costs more than its check. */
const LONGEST_SHOWN = 20_000;

/** Every posted text by its field's name, as a page shows it again; of a field posted twice, the last. */
export function typedValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") values[name] = value.slice(0, LONGEST_SHOWN);
  return values;
}

/** Longer than any key, token or return address in our forms. */
const LONGEST_CARRIED = 1000;

/** A hidden field's value, such as a token, a key or a return address. Blank if it is missing or too long. */
export function carriedValue(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" && value.length <= LONGEST_CARRIED ? value : "";
}
