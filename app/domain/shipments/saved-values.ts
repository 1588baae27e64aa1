/** Saved answers as a form's fields hold them. */
export function savedValues(answers: Record<string, string | number | undefined> | undefined): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(answers ?? {})) {
    if (value !== undefined) values[name] = typeof value === "number" ? String(value).replace(".", ",") : value;
  }
  return values;
}
