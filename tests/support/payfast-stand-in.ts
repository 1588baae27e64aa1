import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Gateway } from "#app/domain/money/gateway.server";
import { writeNotice } from "#app/domain/money/payfast-signature.server";
import type { NoticeStatus } from "#app/domain/money/payment-state";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { amountFromCents } from "#app/domain/values/money";

/** PayFast's public sandbox account. */
export const sandboxAccount = {
  mode: "sandbox",
  merchantId: "10000100",
  merchantKey: "46f0cd694581a",
  passphrase: "jt7NOE43FZPn",
  processUrl: "https://sandbox.payfast.co.za/eng/process",
} as const satisfies Gateway;

export type NoticeContent = {
  quoteId: string;
  pfPaymentId?: string;
  status?: NoticeStatus;
  cents: number;
  merchantId?: string;
  passphrase?: string;
};

/** The body of a notice as PayFast posts it, signed with the sandbox account unless another is given. */
export function noticeBody(content: NoticeContent): string {
  const { quoteId, cents, pfPaymentId = "1089250", status = "COMPLETE" } = content;
  const { merchantId = sandboxAccount.merchantId, passphrase = sandboxAccount.passphrase } = content;
  const feeCents = status === "COMPLETE" ? Math.round(cents * 0.035) : 0;
  return writeNotice(
    [
      ["m_payment_id", quoteId],
      ["pf_payment_id", pfPaymentId],
      ["payment_status", status],
      ["item_name", "Thuma Shipment"],
      ["item_description", "Courier booking"],
      ["amount_gross", (cents / 100).toFixed(2)],
      ["amount_fee", (-feeCents / 100).toFixed(2)],
      ["amount_net", ((cents - feeCents) / 100).toFixed(2)],
      ["custom_str1", quoteId],
      ["custom_str2", ""],
      ["custom_int1", ""],
      ["name_first", ""],
      ["name_last", ""],
      ["email_address", "thandi@example.co.za"],
      ["merchant_id", merchantId],
    ],
    passphrase,
  );
}

/** A signed PayFast notice of what the customer paid for a booking. The given fields replace the usual ones. */
export function aNotice(
  quote: Pick<Quote, "id" | "grandTotalCents">,
  changes: Record<string, string> = {},
  { merchantId, passphrase }: Pick<Gateway, "merchantId" | "passphrase"> = sandboxAccount,
): string {
  const fields: Record<string, string> = {
    m_payment_id: quote.id,
    pf_payment_id: "1089250",
    payment_status: "COMPLETE",
    item_name: "Thuma Shipment",
    amount_gross: amountFromCents(quote.grandTotalCents ?? 0),
    amount_fee: "-5.00",
    custom_str1: quote.id,
    merchant_id: merchantId,
    ...changes,
  };
  return writeNotice(Object.entries(fields), passphrase);
}

/** The stub's answer when a notice is posted back to it. */
export type Answer = "VALID" | "INVALID" | "silence" | "500";

/** A stub of PayFast that answers `/eng/query/validate` and records its requests. */
export async function payfastStandIn() {
  const asked: string[] = [];
  const standIn = { asked, answer: "VALID" as Answer, validateUrl: "", close: async () => {} };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    asked.push(body);
    if (standIn.answer === "silence") return;
    response.writeHead(standIn.answer === "500" ? 500 : 200, { "Content-Type": "text/plain" });
    response.end(standIn.answer === "500" ? "VALID" : standIn.answer);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  standIn.validateUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/eng/query/validate`;
  standIn.close = () =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return standIn;
}
