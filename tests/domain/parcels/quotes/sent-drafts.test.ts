import { expect, test } from "vitest";
import { draftLinkState, sendDraft } from "#app/domain/parcels/quotes/sent-drafts.server";
import { HOURS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../../demo/limits-asked";
import { aStore } from "../../../support/a-store";

test("a link to a draft works for a day, to the minute", async () => {
  const store = await aStore();
  const sentAt = new Date("2026-11-23T08:00:00Z");
  const place = { journey: "publicQuote", owner: "" } as const;
  const draft = { ...place, id: "form-1", answers: {}, contact: "thandi@example.co.za" };
  await store.tx((tx) => sendDraft(tx, limitsAsked, draft, { appUrl: "https://thuma.example", now: sentAt }));
  const [email] = await store.read.select().from(outgoingMails);
  const code = new URL(/https:\S+/.exec(email?.textBody ?? "")?.[0] ?? "").searchParams.get("code") ?? "";
  const after = (ms: number) => draftLinkState(store.read, code, place, new Date(sentAt.getTime() + ms));
  expect(await after(24 * HOURS - MINUTES)).toBe("good");
  expect(await after(24 * HOURS + MINUTES)).toBe("over");
});
