import { settings } from "../../app/config.server";
import { type Invoice, invoiceNumber } from "../../app/domain/money/invoice";
import { UsageError } from "../../app/domain/values/usage-error";

/** How whoever brings an older database back says which numbers were issued since. */
export const numberOptions = { "next-invoice": { type: "string" }, "next-credit-note": { type: "string" } } as const;

const kinds: Record<keyof typeof numberOptions, Invoice["kind"]> = {
  "next-invoice": "invoice",
  "next-credit-note": "credit_note",
};

/**
 * The last papers that were issued, in the site's payment mode; none if nothing is given.
 * @throws UsageError also when a kind is missing: whoever knows the last invoice may not have thought of credit notes
 */
export function lastPapers(given: Record<string, unknown>): string[] {
  const options = Object.keys(kinds);
  const missing = options.filter((option) => given[option] === undefined);
  if (missing.length > 0 && missing.length < options.length)
    throw new UsageError(`Give ${missing.map((option) => `--${option}`).join(", ")} too: 1 if none was issued yet.`);
  return Object.entries(kinds).flatMap(([option, kind]) => {
    const typed = given[option];
    if (typed === undefined) return [];
    if (!/^[1-9]\d{0,8}$/.test(String(typed))) throw new UsageError(`--${option}: must be a number such as 42`);
    return [invoiceNumber({ kind, mode: settings().payfast.mode, number: Number(typed) - 1 })];
  });
}
