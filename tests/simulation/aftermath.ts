import { MINUTES } from "#app/durations";
import type { Form } from "./browser";
import type { Person } from "./person";

/** What a customer does with a booking afterwards, in the browser that made it. */
export async function afterBooking(person: Person, quoteId: string): Promise<void> {
  const { random } = person.world;
  await person.world.pause(2 * MINUTES);
  if (random.chance(0.3)) await readInvoice(person);
  if (random.chance(0.4)) await changeBooking(person, quoteId);
  if (random.chance(0.25)) await reportCase(person, quoteId);
  if (random.chance(0.15)) await cancelBooking(person, quoteId);
}

/** Whoever has the link in the email may read an invoice, in any browser. */
async function readInvoice(person: Person): Promise<void> {
  const email = person.world.mail.emailsTo(person.email).findLast(({ text }) => text.includes("/invoice/"));
  const [, link] = /https:\/\/thuma\.example(\/invoice\/\S+)/.exec(email?.text ?? "") ?? [];
  const page = link ? await person.get(link) : null;
  if (page && page.status !== 200) person.world.fail(`the link to an invoice doesn't work: ${page.status} at ${link}`);
}

async function changeBooking(person: Person, quoteId: string): Promise<void> {
  const address = `/change/${encodeURIComponent(quoteId)}`;
  const page = await person.get(address);
  if (page?.status !== 200 || !page.data.isOpen) return;
  await person.world.pause(1 * MINUTES);
  const toLandmark = aPlace(person);
  const values = page.data.values as Form;
  const moves = person.world.random.chance(0.7);
  const changed = { ...values, toLandmark, ...(moves && { toEmail: `moved-${person.number}@mail1.example` }) };
  const written = person.world.promises.beginPlace(quoteId, toLandmark);
  const answer = await person.post(address, changed);
  written(answer?.status === 303);
  if (answer?.status === 303 && moves) goesElsewhere(person, quoteId, values.toEmail ?? "");
}

/** What waits for the receiver goes to their new address, apart from the news of it. */
function goesElsewhere({ world }: Person, quoteId: string, before: string): void {
  const [left] = world.disk.rows<{ key: string }>(
    `SELECT letter_key AS key FROM outgoing_mails WHERE quote_id = '${quoteId}' AND person = 'receiver' AND to_address = '${before}'
      AND state = 'queued' AND claimed_at IS NULL AND letter_key NOT LIKE 'receiver-changed:%'`,
  );
  if (left) world.fail(`the receiver of ${quoteId} has another address, and ${left.key} still goes to ${before}`);
}

async function cancelBooking(person: Person, quoteId: string): Promise<void> {
  const address = `/cancel/${encodeURIComponent(quoteId)}`;
  person.world.promises.cancelTried.add(quoteId);
  const answer = await person.post(address, { reason: "Not needed any more" });
  const page = answer?.status === 303 ? await person.get(address) : null;
  if (page?.data.cancelled) person.world.promises.cancelled.add(quoteId);
  else if (page?.status === 200 && !page.data.refusal) person.world.fail(`${quoteId} isn't cancelled after all`);
}

async function reportCase(person: Person, quoteId: string): Promise<void> {
  const { world } = person;
  const [waybill] = world.disk.rows<{ no: string }>(
    `SELECT waybill_no AS no FROM waybills WHERE quote_id = '${quoteId}'`,
  );
  const page = waybill && (await person.get(`/case/${waybill.no}`));
  if (page?.status !== 200) return;
  const words = `Where is it? Person${person.number}, ${world.steps}`;
  const form = { kind: "not_there", words, contact: "", formKey: String(page.data.formKey) };
  const wallMs = world.clock.wall();
  const answer = await person.post(`/case/${waybill?.no}`, form);
  if (world.random.chance(0.3)) await person.post(`/case/${waybill?.no}`, form);
  if (answer?.status === 303) world.promises.cases.set(words, { wallMs });
}

function aPlace({ world, number }: Person): string {
  return `gate ${world.steps} of Person${number}`;
}
