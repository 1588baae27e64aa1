import type { PayfastField, PayfastOrder } from "#app/domain/money/payfast-fields.server";

export const passphrase = "jt7NOE43FZPn";

/** An ordinary order on PayFast's public sandbox account. */
export function anOrder(order: Partial<PayfastOrder> = {}): PayfastOrder {
  return {
    merchantId: "10000100",
    merchantKey: "46f0cd694581a",
    returnUrl: "https://thuma.example/payfast/return?quoteId=8f14e45fceea167a",
    cancelUrl: "https://thuma.example/payfast/start/8f14e45fceea167a?cancelled=1",
    notifyUrl: "https://thuma.example/payfast/notify",
    quoteId: "8f14e45fceea167a",
    buyerEmail: "thandi@example.co.za",
    nameFirst: "Thandi",
    amountCents: 171_35,
    itemName: "Thuma Shipment",
    itemDescription: "Courier booking",
    ...order,
  };
}

/** The fields of an ordinary notice about that order, in PayFast's order, blank ones included. */
export function noticeFields(changes: Record<string, string> = {}): PayfastField[] {
  const fields: Record<string, string> = {
    m_payment_id: "8f14e45fceea167a",
    pf_payment_id: "1089250",
    payment_status: "COMPLETE",
    item_name: "Thuma Shipment",
    item_description: "Courier booking",
    amount_gross: "171.35",
    amount_fee: "-8.61",
    amount_net: "162.74",
    custom_str1: "8f14e45fceea167a",
    custom_str2: "",
    custom_int1: "",
    name_first: "Thandi",
    name_last: "",
    email_address: "thandi@example.co.za",
    merchant_id: "10000100",
    ...changes,
  };
  return Object.entries(fields);
}
