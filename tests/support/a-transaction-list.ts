import { amountFromCents } from "#app/domain/values/money";
import { saClock } from "#app/domain/values/sa-time";

/** A line of PayFast's transaction list. Amounts in cents; PayFast's fee is negative. */
export type Line = {
  at: Date;
  type?: string;
  sign?: "CREDIT" | "DEBIT";
  grossCents: number;
  feeCents?: number;
  orderId?: string;
  pfPaymentId: string;
};

/** The list as in PayFast's documentation: `"2,800.00"` quoted, names with commas, and columns that we don't use. */
export function transactionCsv(lines: readonly Line[]): string {
  const heading =
    'Date,Type,Sign,Party,Name,Description,Currency,"Funding Type","Batch ID",Gross,Fee,Net,Balance,"M Payment ID","PF Payment ID","custom str1"';
  return [heading, ...lines.map(csvLine), ""].join("\r\n");
}

function csvLine({
  at,
  type = "FUNDS_RECEIVED",
  sign = "CREDIT",
  grossCents,
  feeCents = 0,
  orderId = "",
  pfPaymentId,
}: Line) {
  const net = rand(grossCents + feeCents);
  return `"${saClock(at)}:07",${type},${sign},"Nkosi, Thandi","Thuma Shipment",,ZAR,CC,,${rand(grossCents)},${rand(feeCents)},${net},"22,574.02",${orderId},${pfPaymentId}`;
}

/** With thousands separated as spreadsheets do. */
function rand(cents: number): string {
  const [whole = "", decimals] = amountFromCents(cents).split(".");
  const amount = `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
  return amount.includes(",") ? `"${amount}"` : amount;
}
