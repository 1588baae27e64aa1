import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { FormState } from "#app/domain/values/form-state";

/** A posted form, checked: the answers, or the form as its fields show it again, with what is wrong beside each. */
export type CheckedForm<Answers> = { ok: true; answers: Answers } | { ok: false; state: FormState };

/** Checks a form against the schema of its step. Blank fields reach the schema as they were typed: it decides what they mean. */
export function checkForm<Schema extends z.ZodType>(form: FormData, schema: Schema): CheckedForm<z.output<Schema>> {
  const submission = parseWithZod(withoutIntents(form), { schema, disableAutoCoercion: true });
  if (submission.status === "success") return { ok: true, answers: submission.value };
  const errors = Object.entries(submission.error ?? {}).map(([name, messages]) => [name, messages ?? []]);
  return { ok: false, state: { values: typedValues(form), errors: Object.fromEntries(errors) } };
}

/** Conform takes these two for orders of its own script, which no page of ours runs, and throws at nonsense in them. */
function withoutIntents(form: FormData): FormData {
  const answers = new FormData();
  for (const [name, value] of form) if (name !== "__intent__" && name !== "__state__") answers.append(name, value);
  return answers;
}

/** Every posted word under its field's name; of a field posted twice, the last. */
export function typedValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") values[name] = value;
  return values;
}

/** Longer than any key, token or way back that a form of ours carries. */
const LONGEST_CARRIED = 1000;

/** What a form carries besides what people type: a token, a key, a way back. Blank if it is missing, or longer than any. */
export function carriedValue(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" && value.length <= LONGEST_CARRIED ? value : "";
}
