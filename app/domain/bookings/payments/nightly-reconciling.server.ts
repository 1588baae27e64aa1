import { createHash } from "node:crypto";
import { contact } from "#app/contact";
import { DAYS } from "#app/durations";
import { plainText } from "#app/language/plain-text";
import { type Sentence, say } from "#app/language/say";
import { everyDay } from "#app/timers.server";
import type { Store } from "#db/store.server";
import type { Payment } from "../../money/attempts.server";
import { fetchTransactions, type MerchantApi } from "../../money/merchant-api.server";
import { compose } from "../../post/compose";
import { ourSignature } from "../../post/customer-words";
import { queueEmail } from "../../post/outbox.server";
import type { DoneOr } from "../../values/refused";
import { saDay } from "../../values/sa-time";
import { checkNoted } from "./noted-in-list.server";
import { reconcile } from "./reconcile.server";
import { startOfDay } from "./reconciliation";
import { reconciliationInWords } from "./reconciliation-in-words";

/** After the last payments of the day have settled, and before staff start work. */
const NIGHTLY = "0 5 * * *";
/** A week, to catch up after nights without an answer. Differences already reported aren't reported again. */
const DAYS_LOOKED_AT = 7;
const MOST_LINES = 100;

/**
 * Compares PayFast's list of the last days with our payments, and emails staff about differences: once for the same
 * differences, and once a day while the list is unavailable.
 * @returns how many differences there are, or why there is no list
 */
export async function reconcileLastDays(
  store: Store,
  api: MerchantApi,
  mode: Payment["mode"],
  now: Date,
): Promise<DoneOr<{ differences: number }>> {
  const until = startOfDay(saDay(now));
  const from = new Date(until.getTime() - DAYS_LOOKED_AT * DAYS);
  const list = await fetchTransactions(api, saDay(from), saDay(new Date(until.getTime() - 1)), now);
  if (!list.ok) {
    await emailOffice(
      store,
      `payments-not-compared:${saDay(now)}`,
      { headline: say`PayFast's list of payments can't be fetched` },
      [list.why],
      now,
    );
    return list;
  }
  const period = { from, until };
  await store.tx((tx) => checkNoted(tx, list.transactions, { mode, period }, now));
  const reconciled = await reconcile(store.read, list.transactions, mode, period);
  const { summary, ...told } = reconciliationInWords(reconciled);
  const differences = told.differences.map(plainText);
  if (differences.length > 0) {
    const key = `payments-differ:${createHash("sha256").update(differences.join("\n")).digest("hex").slice(0, 32)}`;
    const more = differences.length > MOST_LINES ? [`… and ${differences.length - MOST_LINES} more.`] : [];
    const lines = [...summary, ...differences.slice(0, MOST_LINES), ...more];
    await emailOffice(
      store,
      key,
      { headline: say`PayFast's list and our books differ`, about: say`${differences.length}` },
      lines,
      now,
    );
  }
  return { ok: true, differences: differences.length };
}

function emailOffice(store: Store, key: string, subject: Subject, lines: string[], now: Date): Promise<void> {
  const { headline, about } = subject;
  const words = compose({
    ...subject,
    greeting: about ? say`${headline}: ${about}.` : say`${headline}.`,
    opening: lines.map((line) => say`${line}`),
    facts: [],
    closing: [say`What is missing here: npm run staff -- note payment, or reconcile with PayFast's file and --settle.`],
    signature: ourSignature(),
  });
  return store.tx((tx) => queueEmail(tx, "ourselves", { key, to: contact().email.payments, ...words }, now));
}

type Subject = { headline: Sentence; about?: Sentence };

/** Runs the comparison every night while the process runs. */
export function startReconciling(
  store: Store,
  api: MerchantApi,
  mode: Payment["mode"],
  clock: () => Date,
  report: { failed(reason: unknown): void },
) {
  const compare = async () => {
    const reconciled = await reconcileLastDays(store, api, mode, clock());
    if (!reconciled.ok) report.failed(reconciled.why);
  };
  return everyDay(NIGHTLY, compare, report.failed);
}
