import { setTimeout as pause } from "node:timers/promises";
import { addresses, parcel } from "../../demo/typed-answers";
import { formOn, isBookedMeanwhile, missing } from "./kept-fields";
import { type Page, Visitor } from "./visitor";

const GIVE_WAY_MS = 200;
const PATIENCE_MS = 30_000;
const TRIES = 100;
const QUOTE_NUMBER = /Q\d{8}/;

/** What a page told a customer; none of it may be lost. */
export type Acknowledged = { quoteNo: string } | { bookedId: string } | { paidId: string; waybillNo: string };

type Form = { action: string; body: URLSearchParams };

/** A phone that stops waiting for an answer after a time. */
class ImpatientVisitor extends Visitor {
  protected override ask(url: URL, init: RequestInit): Promise<Response> {
    return super.ask(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
  }
}

/**
 * Customers who each book and pay one parcel after the other until they are stopped. They repeat a request that gets no
 * answer or an error.
 * @param origin of the site, or of the balancer in front of several
 * @param note called for everything that a page has acknowledged, with the time
 */
export function customersAtOnce(people: number, origin: string, note: (answered: Acknowledged) => void) {
  let hasEnded = false;
  const counts = {
    begun: 0,
    paid: 0,
    repeated: 0,
    shownAgain: 0,
    unsaved: 0,
    typedLost: [] as string[],
    statuses: new Map<number, number>(),
  };

  /** Repeats a request until the answer isn't an error. A page that refuses a form must keep what was typed. */
  async function insist(guest: Visitor, send: () => Promise<Response>, form?: Form): Promise<Page> {
    for (;;) {
      let isRefused = false;
      const page = await send()
        .then((answer) => {
          isRefused = answer.status >= 500;
          return guest.follow(answer);
        })
        .catch(() => undefined);
      if (page && page.status < 500) return page;
      if (page) counts.statuses.set(page.status, (counts.statuses.get(page.status) ?? 0) + 1);
      if (page && form && isRefused && !isBookedMeanwhile(form.action, page.html)) {
        counts.unsaved += 1;
        const fields = [...form.body];
        const lost = missing(fields, formOn(page.html, form.action, fields)).map(([name]) => name);
        if (lost.length > 0) counts.typedLost.push(`${page.status} ${form.action}: ${lost.join(", ")}`);
      }
      counts.repeated += 1;
      await pause(GIVE_WAY_MS);
    }
  }

  function press(guest: Visitor, button: string, answers: Record<string, string> = {}): Promise<Page> {
    const { action, method, body } = guest.filledIn(button, answers);
    if (method === "get") return insist(guest, () => guest.send(`${action.split(/[#?]/)[0]}?${body}`, {}));
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    return insist(guest, () => guest.send(action, { method: "POST", body: body.toString(), headers }), {
      action,
      body,
    });
  }

  async function oneParcel(): Promise<void> {
    counts.begun += 1;
    const guest = new ImpatientVisitor(origin);
    await insist(guest, () => guest.send("/ship/addresses", {}));
    await press(guest, "Next", addresses);
    let review = await press(guest, "Calculate Quote", parcel);
    // A leader that was cut off still answers reads for some seconds: there the quote isn't known yet, and the step comes again.
    for (let tries = 0; tries < TRIES && !QUOTE_NUMBER.test(review.text); tries += 1) {
      counts.shownAgain += 1;
      await pause(GIVE_WAY_MS);
      review = await press(guest, "Calculate Quote", parcel);
    }
    note({ quoteNo: found(review, QUOTE_NUMBER) });
    const start = await press(guest, "Book This Collection", { confirm: "on" });
    const bookedId = decodeURIComponent(found(start, /\/payfast\/start\/([^?#"]+)/, start.url));
    note({ bookedId });
    await press(guest, "Pay now");
    const decide = guest.filledIn("Complete payment");
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    for (;;) {
      // The simulator stops sending a notice sooner than PayFast does; the same decision sends it again.
      const send = { method: "POST", body: decide.body.toString(), headers };
      const page = await insist(guest, () => guest.send(decide.action, send));
      const spoken = /TH \d{3} \d{3} \d{3} \d/.exec(page.text)?.[0];
      if (spoken) {
        counts.paid += 1;
        return note({ paidId: bookedId, waybillNo: spoken.replaceAll(" ", "") });
      }
      await pause(GIVE_WAY_MS);
    }
  }

  async function customer(): Promise<void> {
    while (!hasEnded) await oneParcel();
  }
  const done = Promise.all(Array.from({ length: people }, customer));
  return {
    counts,
    /** Lets each customer finish their parcel. */
    async stop(): Promise<void> {
      hasEnded = true;
      await done;
    },
  };
}

function found({ text, url, status }: Page, words: RegExp, where = text): string {
  const match = words.exec(where);
  if (!match) throw new Error(`no ${words} on ${url} (${status}): ${text.slice(0, 400)}`);
  return match[1] ?? match[0];
}

type Row = Record<string, unknown>;

/**
 * Checks in the database that nothing acknowledged was lost or happened twice.
 * @param counts is read after the quotes, as customers begin parcels meanwhile
 * @param ask runs SQL that both databases understand
 */
export async function kept(
  answered: Acknowledged[],
  counts: { begun: number },
  ask: (sql: string) => Promise<Row[]> | Row[],
): Promise<{ lost: string[]; doubled: string[] }> {
  const column = async (sql: string) => (await ask(sql)).map((row) => String(Object.values(row)[0]));
  const quoted = new Set(await column("SELECT quote_no FROM quotes"));
  const { begun } = counts;
  const booked = new Set(await column("SELECT id FROM quotes WHERE booked_at IS NOT NULL"));
  const issued = new Map(
    (await ask("SELECT quote_id, waybill_no FROM waybills")).map((row) => [String(row.quote_id), row.waybill_no]),
  );
  const lost = answered.flatMap((one) => {
    if ("quoteNo" in one) return quoted.has(one.quoteNo) ? [] : [`quote ${one.quoteNo}`];
    if ("bookedId" in one) return booked.has(one.bookedId) ? [] : [`booking ${one.bookedId}`];
    return issued.get(one.paidId) === one.waybillNo ? [] : [`waybill ${one.waybillNo}`];
  });
  const twice = (what: string, table: string, by: string) =>
    column(`SELECT ${by} FROM ${table} GROUP BY ${by} HAVING count(*) > 1`).then((some) =>
      some.map((one) => `${what} of ${one}`),
    );
  const doubled = [
    ...(await twice("payment", "payments", "quote_id")),
    ...(await twice("waybill", "waybills", "quote_id")),
    ...(quoted.size > begun ? [`${quoted.size - begun} quotes beyond the ${begun} that were begun`] : []),
  ];
  return { lost, doubled };
}
