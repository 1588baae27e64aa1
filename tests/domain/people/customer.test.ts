import { expect, test } from "vitest";
import { rowsNaming } from "#db/rows-of-person.server";
import { anOffice } from "../../support/an-office";

test.each([
  ["an email, in whatever letters it was typed", "nomsa@example.com"],
  ["a phone, with whatever spaces it was stored", "831112222"],
])("a person known by %s is found at once, wherever they are named", async (_how, known) => {
  const office = await anOffice();
  const sent = await office.quote({ addresses: { fromEmail: "Nomsa@Example.com", fromPhone: "083 111 2222" } });
  const received = await office.quote({ addresses: { toEmail: "nomsa@example.com", toPhone: "+27831112222" } });
  const { account } = await office.joined("nomsa@example.com");
  await office.quote({ addresses: { fromPhone: "083 111 2223" } });
  await office.applied(1, { from_email: "nomsa@example.com", cell: "0831112222" });

  const found = await rowsNaming(office.store.read, known);
  const ofKind = (kind: string) => found.filter((row) => row.kind === kind).map(({ id }) => id);
  expect(ofKind("quote").toSorted()).toEqual([sent.id, received.id].toSorted());
  expect(ofKind("account")).toEqual(known.includes("@") ? [account.uid] : []);
  expect(ofKind("application")).toHaveLength(1);
});
