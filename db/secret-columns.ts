import { createHmac } from "node:crypto";
import type { TableName } from "./columns";

/** A row of a copy, by its columns' names. */
type Row = Record<string, string | number | null>;
/** What a copy to read has in place of a secret. @param key of this copy alone, and kept nowhere */
type InACopy = (value: string, row: Row, key: Buffer) => string;

const nothing: InACopy = () => "";
/** So that it can still be compared with another of the copy, and tells nobody what it is. */
const compared: InACopy = (value, _, key) =>
  value === "" ? "" : createHmac("sha256", key).update(value).digest("base64url");
/** Staff read the words of texts, but of those with a one-time link or a PIN. */
const wordsOfTexts: InACopy = (value, { channel, is_secret: hasLink, holds_pin: hasPin }) =>
  channel === "sms" && !hasLink && !hasPin ? value : "";
/** A shop's path and query may be a secret of theirs. */
const upToItsHost: InACopy = (value) => /^https?:\/\/[^/?#]*/.exec(value)?.[0] ?? "";

/**
 * Of each table the columns of text and JSON: which hold what lets somebody in, proves a delivery or signs a call, and
 * those that may be read (`open`). No view, page, copy, log or export has a secret's value; a new column isn't forgotten,
 * because `tests/domain/office/secrets.test.ts` names those that stand in neither, and looks for each secret everywhere.
 */
export const secretColumns: Record<TableName, { secret?: Record<string, InACopy>; open: string }> = {
  users: { secret: { password_hash: nothing }, open: "uid email name phone registration_key" },
  // Ids of sessions, and the hashes of links' codes and of keys, are SHA-256 of long random texts.
  sessions: { open: "id who guest_id browser" },
  action_links: { open: "code_hash purpose subject address" },
  rate_limits: { open: "key" },
  deleted_accounts: { open: "uid email" },
  customer_changes: { open: "person correction addresses who" },
  blocked_customers: { open: "contact because" },
  saved_addresses: { open: "id uid label address" },
  api_keys: { open: "id uid name key_hash start terms_version" },
  done_once: { secret: { answer: nothing }, open: "who key" },
  cases: { open: "case_no waybill_no words contact form_key answer" },
  driver_applications: {
    open: `id reference from_name from_surname from_email cell id_number residence current_province origin_province referer
      last_experience delivery_location vehicle_make vehicle_model vehicle_registration vehicle_tracking_company fingerprint
      form_key`,
  },
  invoices: {
    open: `invoice_no quote_id payment_id charge_id refund_reference credited_invoice_no description lines supplier customer
      first_customer`,
  },
  outgoing_mails: {
    secret: { text_body: wordsOfTexts, html_body: nothing, template_params: nothing },
    open: "id letter_key to_address receiver subject quote_id digest_row digest_id last_error overtaken_by",
  },
  message_stops: { open: "fingerprint" },
  office_people: { secret: { password_hash: nothing }, open: "id name email" },
  office_factors: { secret: { key_sealed: nothing, code_hash: nothing }, open: "id person_id" },
  office_looks: { open: "id who what number view asked" },
  promises: { open: "about until words" },
  agreed_visits: { open: "waybill_no day from_time until_time" },
  receiver_wishes: { open: "id waybill_no day instead_of" },
  booking_notes: { open: "id quote_id who note" },
  payments: { open: "id quote_id charge_id pf_payment_id noted_by moved_from" },
  charges: { open: "id quote_id found because agreed pay_by account_uid" },
  credit_terms: { open: "uid allowed_by stopped_by" },
  refunds: { open: "reference payment_id noted_by" },
  claims: { open: "waybill_no reference noted_by" },
  payment_notices: { open: "id client_address body quote_id pf_payment_id amount_told outcome reason" },
  unsigned_notices: { open: "day network quote_id sample reason" },
  boxes: { open: "id valid_from name picture example" },
  postal_areas: { open: "id valid_from from_code to_code town province region zone" },
  countries: { open: "iso2 name zone_letter" },
  rates: { open: "rate_key valid_from" },
  proclaimed_holidays: { open: "day name" },
  price_changes: { open: "" },
  delays: { open: "id from_code to_code place from_day until_day because who" },
  quotes: {
    open: `id quote_no draft_id guest_id uid email from_postal to_postal to_country box_id api_base request form_snapshot
      response form_hash message terms_version vat_number cancel_reason payment_order_id reference api_key_id`,
  },
  drivers: { open: "id name phone application_no plate" },
  stops: { open: "id waybill_no driver_id day" },
  driver_marks: { open: "id form_key waybill_no driver_id reason office_must taken_by" },
  reported_marks: {
    secret: { pin: compared },
    open: "id stop_id waybill_no driver_id form_key pieces taken_by reason more why earlier jpeg",
  },
  delivery_photos: { open: "mark_id waybill_no jpeg" },
  seed_loads: { open: "table_name fingerprint" },
  sent_drafts: { open: "id answers" },
  site_facts: { open: "name value" },
  staff_actions: { open: "id who action subject details" },
  waybills: { open: "waybill_no quote_id late_on office_must delayed_by" },
  tracking_events: { open: "id waybill_no place" },
  delivery_pins: { secret: { pin: compared }, open: "waybill_no" },
  webhook_endpoints: {
    secret: { url: upToItsHost, secret: nothing, previous_secret: nothing },
    open: "id uid events probe_id",
  },
  shopify_shops: { secret: { number: compared, signing_secret: nothing }, open: "uid smallest_box terms_version" },
  shopify_orders: { open: "uid order_id name booking why quote_id" },
  // A shop's program may answer with anything, such as names of its own customers.
  webhook_answers: { secret: { text: nothing }, open: "id endpoint_id" },
};
