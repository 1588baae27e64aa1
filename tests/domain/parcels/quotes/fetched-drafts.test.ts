import { describe, expect, test } from "vitest";
import {
  draftLinkState,
  fetchDraft,
  forgetDraftsNaming,
  forgetSentDrafts,
  sendDraft,
} from "#app/domain/parcels/quotes/sent-drafts.server";
import { DAYS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { sentDrafts } from "#db/schema/sent-drafts";
import { aDraft } from "../../../../demo/a-draft";
import { limitsAsked } from "../../../../demo/limits-asked";
import { storeForEachTest } from "../../../support/a-store";

const now = new Date("2026-11-23T08:00:00Z");
const guest = { journey: "publicQuote", owner: "" } as const;
const thandi = { journey: "local", owner: "thandi" } as const;
const { addresses, parcel } = aDraft();

const store = storeForEachTest();

describe("a draft that is continued on another phone", () => {
  test("is fetched once, with every answer", async () => {
    const code = await sent("form-1");
    expect(await fetch(code)).toEqual({ addresses, parcel });
    expect(await fetch(code)).toBeNull();
    expect(await store.read.$count(sentDrafts)).toBe(0);
    expect(await draftLinkState(store.read, code, guest, now)).toBe("over");
  });

  test("belongs to its account if it has one; others can't fetch it", async () => {
    const code = await sent("form-1", "thandi@example.co.za", thandi);
    expect(await draftLinkState(store.read, code, { ...thandi, owner: "sipho" }, now)).toBe("another account's");
    expect(await fetch(code, { ...thandi, owner: "sipho" })).toBeNull();
    // In another wizard there is no such draft.
    expect(await draftLinkState(store.read, code, { ...guest, owner: "thandi" }, now)).toBe("over");
    expect(await fetch(code, thandi)).toEqual({ addresses, parcel });
  });

  test("is sent once for each form, by email or by text message", async () => {
    await sent("form-1", "+27821234567");
    await send("form-1", "+27821234567");
    const [text, ...others] = await store.read.select().from(outgoingMails);
    expect(others).toEqual([]);
    expect(text).toMatchObject({ channel: "sms", toAddress: "+27821234567", isSecret: true });
    expect(await draftLinkState(store.read, "no-such-code", guest, now)).toBe("over");
  });

  test("is deleted with its owner, whose name may be in any case; other people's drafts stay", async () => {
    await send("form-1", "a@example.co.za");
    await send("form-2", "b@example.co.za", guest, { addresses: { ...addresses, fromEmail: "sipho2@example.co.za" } });
    await store.tx((tx) => forgetDraftsNaming(tx, "Thandi@example.co.za"));
    expect((await store.read.select().from(sentDrafts)).map(({ id }) => id)).toEqual(["form-2"]);
  });

  test("is deleted after a day, a limited number at once", async () => {
    for (const id of ["form-1", "form-2"]) await send(id);
    const forget = (ms: number, atMost = 10) =>
      store.tx((tx) => forgetSentDrafts(tx, new Date(now.getTime() + ms), atMost));
    expect(await forget(DAYS)).toBe(0);
    expect([await forget(DAYS + 1, 1), await forget(DAYS + 1), await forget(DAYS + 1)]).toEqual([1, 1, 0]);
  });
});

type Place = Parameters<typeof fetchDraft>[2];

function send(
  id: string,
  contact = "thandi@example.co.za",
  place: Place = guest,
  answers: object = { addresses, parcel },
) {
  return store.tx((tx) =>
    sendDraft(tx, limitsAsked, { ...place, id, answers, contact }, { appUrl: "https://thuma.example", now }),
  );
}

/** @returns the code in the link that was sent */
async function sent(id: string, contact?: string, place?: Place): Promise<string> {
  await send(id, contact, place);
  const [message] = await store.read.select().from(outgoingMails);
  return /code=([\w-]+)/.exec(message?.textBody ?? "")?.[1] ?? expect.fail("no link");
}

const fetch = (code: string, place: Place = guest) => store.tx((tx) => fetchDraft(tx, code, place, now));
