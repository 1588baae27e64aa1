import { addressesSchema } from "./addresses.js";

const schema = addressesSchema("home", () => false);

/** A posted form against the product's own rules: the answers, or what is wrong by field, with everything typed. */
export function checkAddresses(form) {
  const values = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  const checked = schema.safeParse(values);
  if (checked.success) return { ok: true, answers: checked.data };
  const errors = {};
  for (const { path, message } of checked.error.issues) {
    const name = String(path[0]);
    errors[name] ??= [];
    errors[name].push(message);
  }
  return { ok: false, values, errors };
}
