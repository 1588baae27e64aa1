import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { type Invoice, labelOf } from "./invoice";

/** A paper's title, which ends with its number, and its page, for whoever may see the booking. */
export type PaperLink = { title: string; number: string; href: string };

export const paperLink = (
  paper: Pick<Invoice, "kind" | "supplier" | "isOnAccount" | "invoiceNo" | "grossCents">,
): PaperLink => ({
  title: plainText(labelOf(paper)),
  number: paper.invoiceNo,
  href: paths.invoice(paper.invoiceNo),
});
