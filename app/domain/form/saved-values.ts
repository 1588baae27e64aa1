import { decimal } from "../values/decimal";
import { randFromCents } from "../values/money";

/** Saved answers as the values of form fields. */
export function savedValues(answers: Record<string, string | number | undefined> | undefined): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(answers ?? {})) {
    if (value === undefined) continue;
    if (name === "declaredCents") values.declaredValue = decimal(randFromCents(Number(value)));
    else values[name] = typeof value === "number" ? decimal(value) : value;
  }
  return values;
}
