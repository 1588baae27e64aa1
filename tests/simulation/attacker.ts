import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { Browser } from "./browser";
import { PAYFAST_ADDRESS } from "./payfast";
import type { Promises } from "./promises";
import type { World } from "./world";

type PriceShown = Promises["pricesShown"] extends Map<string, infer Shown> ? Shown : never;

/** `app/http/limits/rate-limit.server.ts`: guesses at one account, from browsers that it doesn't know. */
const GUESSES = { most: 10, withinMs: 15 * MINUTES };

/** More than the 30 days of a session, because the clock may change by one. */
const SURELY_RUN_OUT_MS = 31.5 * DAYS;

/** More than the 7 days for which a price is held, because the clock may change by one. */
const PRICE_SURELY_GONE_MS = 9 * DAYS;
/** The same for a price of the office's, which is held for 30 days. */
const MANUAL_PRICE_SURELY_GONE_MS = 32 * DAYS;

/** A try may be counted so long after it began. */
const PATIENCE_MS = 1 * MINUTES;

const forgeries = ["unsigned", "other merchant", "short", "not PayFast's", "other address", "other quote"] as const;

/** An attacker who wants a free parcel or another user's account. */
export async function liveAsAttacker(world: World, number: number, victims: readonly string[]): Promise<void> {
  const { random } = world;
  const browser = new Browser(world.network, `10.9.0.${number}`, `attacker ${number}`);
  for (;;) {
    await world.pause(3 * MINUTES);
    const does = random.weighed({ forges: 5, replaysSession: 4, replaysLink: 3, guesses: 2 });
    if (does === "forges") await forge(world);
    if (does === "replaysSession") await replaySession(world);
    if (does === "replaysLink") await replayLink(world, browser);
    if (does === "guesses") await guess(world, browser, random.pick(victims));
  }
}

/** Sends notices with one fault each. */
async function forge(world: World): Promise<void> {
  const { random, promises, payfast, network } = world;
  if (promises.bookings.size === 0) return;
  const [quoteId, { cents }] = random.pick([...promises.bookings]);
  const attempt = {
    pfPaymentId: String(9_000_000 + random.below(1_000_000)),
    quoteId,
    cents,
    isPaid: false,
    isDelivered: false,
  };
  const kind = random.pick(forgeries);
  // What staff took back is nobody's any more.
  const paid = payfast.attempts.find(
    (each) => each.isDelivered && each.quoteId !== quoteId && !promises.undonePayments.has(each.pfPaymentId),
  );
  if (kind === "other quote" && !paid) return;
  const notice = () => {
    if (kind === "unsigned") return payfast.acceptAsGenuine(payfast.noticeOf(attempt, "COMPLETE", {}, "guessed"));
    if (kind === "not PayFast's") return payfast.noticeOf(attempt, "COMPLETE", { name_first: "Forger" });
    if (kind === "other merchant") return payfast.noticeOf(attempt, "COMPLETE", { merchant_id: "10000101" });
    if (kind === "short") return payfast.noticeOf({ ...attempt, cents: cents - 100 }, "COMPLETE");
    if (kind === "other quote")
      return payfast.noticeOf({ ...attempt, pfPaymentId: paid?.pfPaymentId ?? "" }, "COMPLETE");
    return payfast.noticeOf(attempt, "COMPLETE");
  };
  const body = kind === "other merchant" ? payfast.acceptAsGenuine(notice()) : notice();
  const clientAddress = kind === "other address" ? "203.0.113.9" : PAYFAST_ADDRESS;
  const asked = { method: "POST", path: "/payfast/notify", body, clientAddress, who: `forger (${kind})` } as const;
  const answer = await network.ask(asked);
  if (answer?.status === 200) world.fail(`a forged notice was believed (${kind}) for ${quoteId}`);
}

/** After a long pause, tries old phones and old emails whose sessions and links must have expired. */
export async function tryWhatHasRunOut(world: World): Promise<void> {
  const { promises, clock, network } = world;
  for (const { phone, sinceWallMs } of promises.sessions) {
    if (clock.wall() - sinceWallMs < SURELY_RUN_OUT_MS) continue;
    const answer = await phone.get("/dashboard");
    if (answer?.status === 200) world.fail("a session lived for longer than its 30 days");
  }
  for (const shown of promises.pricesShown.values()) await payOldPrice(world, shown);
  const finder = new Browser(network, "10.9.1.1", "finder");
  for (const { link } of promises.overLinks()) await openOver(world, finder, link);
}

/** Pays on a page whose price was replaced, after the site has stopped holding it. */
async function payOldPrice(world: World, { quoteId, cents, fields, wallMs }: PriceShown): Promise<void> {
  const { clock, disk, payfast, network } = world;
  const [quote] = disk.rows<{ cents: number; isManual: number }>(
    `SELECT grand_total_cents AS cents, manual_requested_at IS NOT NULL AS isManual FROM quotes WHERE id = '${quoteId}' AND booked_at IS NOT NULL`,
  );
  const surelyGoneMs = quote?.isManual ? MANUAL_PRICE_SURELY_GONE_MS : PRICE_SURELY_GONE_MS;
  if (!quote || clock.wall() - wallMs < surelyGoneMs) return;
  // After a part of the price, a page with the rest is good for as long as the rest is missing. A cent is no difference.
  const isRest = [...world.promises.partsOf(quoteId)].some((part) => Math.abs(quote.cents - part - cents) <= 1);
  // Of two prices, the older may have paid while it was held. Money at the newer one is still ours to pay back.
  const isNewest =
    disk.rows(`SELECT 1 FROM payments WHERE quote_id = '${quoteId}' AND amount_cents = ${cents} AND held_until IS NULL`)
      .length > 0;
  const attempt = quote.cents !== cents && !isRest && !isNewest && payfast.open(fields);
  if (!attempt) return;
  world.promises.pricesShown.delete(`${quoteId} ${cents}`);
  const body = payfast.noticeOf(attempt, "COMPLETE");
  const asked = { method: "POST", path: "/payfast/notify", body, clientAddress: PAYFAST_ADDRESS } as const;
  const answer = await network.ask({ ...asked, who: "PayFast, for an old price" });
  if (answer?.status === 200) world.fail(`${quoteId} was paid at a price that was replaced long ago: ${cents} cents`);
}

async function replaySession(world: World): Promise<void> {
  const { random, promises } = world;
  if (promises.endedSessions.length === 0) return;
  const { phone, why } = random.pick(promises.endedSessions);
  const answer = await phone.get("/dashboard");
  if (answer?.status === 200) world.fail(`a session came back whose owner had ${why}`);
}

async function replayLink(world: World, browser: Browser): Promise<void> {
  const old = world.promises.overLinks();
  if (old.length > 0) await openOver(world, browser, world.random.pick(old).link);
}

async function openOver(world: World, browser: Browser, link: string): Promise<void> {
  const password = "a-password-of-mine-7";
  const answer = await browser.post(link, { password, confirmPassword: password });
  if (answer?.data.state === "success") world.fail(`a link worked that was used or too old: ${link}`);
}

/** Guesses a password for a while, and again once the limit must have expired. */
async function guess(world: World, browser: Browser, email: string): Promise<void> {
  const { clock, machine, promises } = world;
  /** When guesses were sent that were answered. The machine may sleep for days before it answers. */
  const heard: number[] = [];
  const adjustments = clock.adjustments;
  const logins = promises.logins.get(email);
  const sinceLastMs = clock.elapsedMs - (promises.triedAtMs.get(email) ?? Number.NEGATIVE_INFINITY);
  for (let tries = 0; tries < GUESSES.most + 4; tries += 1) {
    await world.pause(2 * SECONDS);
    const sentAtMs = clock.elapsedMs;
    const answer = await browser.post("/login", { email, password: `guess-number-${tries}` });
    if (answer?.status === 400) heard.push(sentAtMs);
    if (answer?.status === 303) return world.fail(`a guessed password opened the account of ${email}`);
  }
  const isHonest =
    sinceLastMs > GUESSES.withinMs + PATIENCE_MS &&
    clock.adjustments === adjustments &&
    promises.logins.get(email) === logins;
  promises.triedAtMs.set(email, clock.elapsedMs);
  const inWindow = heard.filter((at) => at > clock.elapsedMs - GUESSES.withinMs);
  if (isHonest && inWindow.length > GUESSES.most)
    world.fail(`${inWindow.length} guesses at ${email} were answered within ${GUESSES.withinMs / MINUTES} minutes`);
  await clock.pause(GUESSES.withinMs + 2 * MINUTES);
  promises.triedAtMs.set(email, clock.elapsedMs);
  const later = await browser.post("/login", { email, password: "guess-again" });
  if (later?.status === 429 && clock.adjustments === adjustments && !machine.isTroubled())
    world.fail(`guesses at ${email} are still refused after ${GUESSES.withinMs / MINUTES} minutes`);
}
