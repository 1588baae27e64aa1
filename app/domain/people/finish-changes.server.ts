import { plainText } from "#app/language/plain-text";
import type { Store } from "#db/store.server";
import { recordAction } from "../office/staff-actions.server";
import { correctInSteps, correctRest, toCorrect } from "./correct-customer.server";
import { findCustomer } from "./customer.server";
import { type CustomerChange, endChange, identityOf, takeInterrupted } from "./customer-changes.server";
import { forgetCustomer, forgetInSteps, whyNotForgotten } from "./forget-customer.server";

/** What the record says of them, so that it doesn't name the customer. */
const SUBJECT = "customer";

/**
 * Finishes what the office began to forget or correct of customers with many bookings, where a restart has interrupted it.
 * @param isStopping asked before each few bookings
 */
export async function finishCustomerChanges(store: Store, now: Date, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const change = await takeInterrupted(store);
    if (!change) return;
    await finish[change.kind](store, change, now, isStopping);
  }
}

type Finish = (store: Store, change: CustomerChange, now: Date, isStopping: () => boolean) => Promise<void>;

const finish: Record<CustomerChange["kind"], Finish> = {
  async forget(store, change, now, isStopping) {
    const identity = identityOf(change);
    const customer = await findCustomer(store.read, identity, change.addresses);
    const left = await forgetInSteps(store, change, customer, now, isStopping);
    if (!left) return;
    await store.tx(async (tx) => {
      if (!(await endChange(tx, change))) return;
      const rest = { ...customer, sent: [], received: [] };
      const why = [...left, ...(await whyNotForgotten(tx, rest, now))];
      if (why.length === 0) await forgetCustomer(tx, identity, rest, now);
      const details = why.length > 0 ? `all but this: ${why.map(plainText).join(" ")}` : "the rest, after a restart";
      await recordAction(tx, change.who, { action: "forgot customer", subject: SUBJECT, details }, now);
    });
  },
  async correct(store, change, now, isStopping) {
    const identity = identityOf(change);
    const customer = await findCustomer(store.read, identity);
    const { newest, older } = toCorrect(customer, change.correction);
    if (!(await correctInSteps(store, change, older, now, isStopping))) return;
    await store.tx(async (tx) => {
      if (!(await endChange(tx, change))) return;
      await correctRest(tx, { identity, customer }, newest, change.correction, now);
      const details = `${Object.keys(change.correction).join(", ")}: the rest, after a restart`;
      await recordAction(tx, change.who, { action: "corrected customer", subject: SUBJECT, details }, now);
    });
  },
};
