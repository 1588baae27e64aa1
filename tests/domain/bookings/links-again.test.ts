import { expect, test } from "vitest";
import { sendLinksAgain } from "#app/domain/bookings/links-again.server";
import { sendDueEmails } from "#app/domain/mail/sending.server";
import { SECONDS } from "#app/durations";
import { aParcelOnTheWay } from "../../support/a-parcel-on-the-way";
import { type Write, watchedWrites } from "../../support/watched-writes";

const now = new Date("2026-11-23T10:00:00Z");
const appUrl = "https://courier.example";

/** Asks for the links, and returns what was written to the database. */
async function writtenFor({ office: { store } }: Awaited<ReturnType<typeof aParcelOnTheWay>>, contact: string) {
  const writes: Write[] = [];
  await store.tx((tx) => sendLinksAgain(watchedWrites(tx, writes), contact, { appUrl, now }));
  return writes;
}

test.each([
  ["the sender's email", "thandi@example.co.za", "nobody@example.co.za"],
  ["the sender's phone", "+27821234567", "+27829999999"],
])(
  "for nobody's contact the same is written in the same order as for %s, and none is kept",
  async (_, known, nobodys) => {
    const parcel = await aParcelOnTheWay(now);
    await parcel.after(0);
    const writes = await writtenFor(parcel, known);
    expect(writes.filter((write) => write !== "delete").length).toBe(known.includes("@") ? 1 : 2);
    expect(await writtenFor(parcel, nobodys)).toEqual(writes);
    const kept = parcel.office.staff(
      "SELECT DISTINCT to_address FROM outgoing_mails WHERE letter_key LIKE 'links-again:%' ORDER BY 1",
    );
    expect(kept).toEqual([
      ...(known.includes("@") ? [] : [{ to_address: known }]),
      { to_address: "thandi@example.co.za" },
    ]);
  },
);

test("the links are sent together with other such emails, not at the moment of asking", async () => {
  const parcel = await aParcelOnTheWay(now);
  await parcel.after(0);
  const { store } = parcel.office;
  await writtenFor(parcel, "thandi@example.co.za");
  const taken: string[] = [];
  const post = { send: async ({ to }: { to: string }) => void taken.push(to) };
  await sendDueEmails(store, post, new Date(now.getTime() + 3 * SECONDS));
  expect(taken).toEqual([]);
  await sendDueEmails(store, post, new Date(now.getTime() + 4 * SECONDS));
  expect(taken).toEqual(["thandi@example.co.za"]);
});
