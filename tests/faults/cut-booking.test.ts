import { connect } from "node:net";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settings } from "#app/config.server";
import { rememberGuest } from "#app/http/sign-in/guest.server";
import { writeDraft } from "#app/http/wizard/draft-cookies.server";
import { publicQuote } from "#app/http/wizard/journey";
import { payments } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { openStore, type Store } from "#db/store.server";
import { aDraft } from "../../demo/a-draft";
import { aQuote } from "../support/a-booking";
import { type Cut, cuttingProxy } from "../support/cutting-proxy";
import { runningSiteForAllTests } from "../support/running-site";
import { storePlace } from "../support/store-place";

/** `CUT_EVERY=1 npm test -- tests/faults/cut-booking.test.ts` cuts at every byte; an ordinary run at every 25th, starting at a different one each time. */
const EVERY = Number(process.env.CUT_EVERY ?? 25);
const AT_A_TIME = 4;
const SESSION_SECRET = "a-secret-that-the-test-knows-too";

const site = runningSiteForAllTests({ SESSION_SECRET, BOOKINGS_PER_HOUR: "100000" });
let store: Store;
beforeAll(async () => {
  process.env.SESSION_SECRET = SESSION_SECRET;
  store = await openStore(await storePlace(path.join(site.dataDir, "courier.db")));
});
afterAll(() => store.close());

test.each(["request", "answer"] as const)(
  "the booking's %s breaks off at any byte and is sent again: exactly one booking",
  async (part) => {
    const sample = await aReview();
    const answer = await send(site.port, sample.request);
    await booksOnce(sample.draftId, answer);
    const length = part === "request" ? sample.request.length : answer.length;
    const first = Math.floor(Math.random() * EVERY);
    const cuts = Array.from({ length: Math.ceil((length + 1 - first) / EVERY) }, (_, step) => first + step * EVERY);

    const begun = { none: 0, booked: 0 };
    const line = async () => {
      const proxy = await cuttingProxy(site.port);
      for (let after = cuts.pop(); after !== undefined; after = cuts.pop()) {
        proxy.cut = { in: part, after } satisfies Cut;
        const { draftId, request } = await aReview();
        await send(proxy.port, request);
        begun[(await bookingsOf(draftId)).length ? "booked" : "none"] += 1;
        await booksOnce(draftId, await send(site.port, request));
      }
      await proxy.close();
    };
    const total = cuts.length;
    await Promise.all(Array.from({ length: AT_A_TIME }, line));
    console.info(`${total} cuts in the ${part} of ${length} bytes; booked before the retry:`, begun);
    expect(begun.none + begun.booked).toBe(total);
  },
);

/** A browser at "Book This Collection", and the request that pressing it sends. */
async function aReview(): Promise<{ draftId: string; request: string }> {
  const draft = aDraft();
  const quote = await aQuote(store, draft);
  const cookies = [...writeDraft(settings(), publicQuote, draft), rememberGuest(settings(), "a-guest")].map(
    (line) => line.split(";")[0],
  );
  const form = { formHash: quote.formHash, price: String(quote.grandTotalCents), confirm: "on" };
  const body = new URLSearchParams(form).toString();
  const head = [
    "POST /ship/review HTTP/1.1",
    `Host: localhost:${site.port}`,
    `Origin: http://localhost:${site.port}`,
    `Cookie: ${cookies.join("; ")}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  return { draftId: draft.id, request: `${head.join("\r\n")}\r\n\r\n${body}` };
}

/** Sends bytes, and returns what came back until the connection broke. */
async function send(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.setEncoding("latin1").on("error", () => undefined);
  socket.on("data", (piece: string) => {
    heard += piece;
  });
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return heard;
}

async function bookingsOf(draftId: string) {
  const rows = await store.read.select().from(quotes).where(eq(quotes.draftId, draftId));
  return rows.filter(({ bookedAt }) => bookedAt !== null);
}

async function booksOnce(draftId: string, answer: string): Promise<void> {
  const bookings = await bookingsOf(draftId);
  expect(bookings).toHaveLength(1);
  const [booking] = bookings;
  const quoteId = booking?.id ?? "";
  expect(answer).toMatch(/^HTTP\/1\.1 303 /);
  expect(answer).toContain(`ocation: /payfast/start/${quoteId}`);
  expect(booking?.status).toBe("pending_payment");
  expect(await store.read.select().from(payments).where(eq(payments.quoteId, quoteId))).toHaveLength(1);
}
