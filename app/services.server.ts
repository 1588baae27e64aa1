import { rmSync } from "node:fs";
import path from "node:path";
import { lockAlone } from "#db/lock-file.server";
import { storeSiteFacts } from "#db/site-facts.server";
import { openStore, type Store } from "#db/store.server";
import { whenFree } from "#db/when-free";
import { ConfigError } from "./config/config-error";
import { settings } from "./config.server";
import { startOpenLists } from "./domain/bookings/open-lists.server";
import { startTellingOverdue } from "./domain/bookings/overdue.server";
import { startReconciling } from "./domain/bookings/payments/nightly-reconciling.server";
import { startBookingShopOrders } from "./domain/bookings/shopify/shop-orders.server";
import { startSendingStatements } from "./domain/bookings/statements/tell-of-statement.server";
import { tellAnew } from "./domain/bookings/tell-anew.server";
import { startNoticingLateParcels } from "./domain/messages/late-parcels.server";
import { signing } from "./domain/messages/sign-email.server";
import { startTellingDelays } from "./domain/messages/tell-delays.server";
import { type Gateway, gatewayOf } from "./domain/money/gateway.server";
import { merchantApiOf } from "./domain/money/merchant-api.server";
import { whyModesWouldMix } from "./domain/money/modes-apart.server";
import { isPayfastAddress } from "./domain/money/sender-address.server";
import { notedLooks } from "./domain/office/looks.server";
import { startWritingNoted } from "./domain/office/noted-rows.server";
import { notedActions } from "./domain/office/staff-actions.server";
import { startNotingMisstated } from "./domain/parcels/misstated.server";
import { restateOld } from "./domain/parcels/restate.server";
import { startTidying } from "./domain/people/tidy.server";
import { bulksms } from "./domain/post/bulksms.server";
import { applicationsThroughEmailjs } from "./domain/post/emailjs.server";
import { fileTexts } from "./domain/post/file-texts.server";
import { isQuiet, quietHoursInWords } from "./domain/post/quiet-hours";
import { startOutbox } from "./domain/post/run-outbox.server";
import { smtpTransport } from "./domain/post/smtp.server";
import { fileTransport } from "./domain/post/transport.server";
import { reachOf } from "./domain/post/webhooks/allowed-url.server";
import { webhooks } from "./domain/post/webhooks/webhook-transport.server";
import { pricingOverHttp } from "./domain/prices/contract/http-client.server";
import type { Overheard, PricingService } from "./domain/prices/contract/pricing-service";
import { shownPrices } from "./domain/prices/contract/shown-prices";
import { withoutVat } from "./domain/prices/contract/without-vat";
import { embeddedPricing } from "./domain/prices/embedded.server";
import { openPlaces, type Places } from "./domain/prices/places.server";
import { linkKeyOf } from "./domain/values/link-signature.server";
import { saDay } from "./domain/values/sa-time";
import { elapsedMs, SECONDS } from "./durations";
import { log } from "./log.server";
import { paths } from "./paths";

/** What the process keeps open while it runs. */
export type Services = {
  store: Store;
  /** Where our own pages get prices: our tables, or the service in `PRICING_API_URL`. */
  pricing: PricingService;
  /** The same for what pages only show, before a price is worked out to agree to. */
  shownPricing: PricingService;
  /** The service in `PRICING_API_URL`, for the page that shows its answers as they were sent; null without one. */
  foreignPricing: Overheard | null;
  /** Our own tables. `/v1` always answers from them, so that it never calls itself. */
  ownPricing: PricingService;
  /** Names of places and their postal codes. */
  places: Places;
  /** How often the pricing service has failed since the start. */
  pricingFailures(): number;
  /** The payment gateway of this site; null without credentials. */
  gateway: Gateway | null;
  /** Whether this is an address of PayFast's servers. */
  isPayfastAddress(address: string): boolean;
  /** Call after queueing emails, to send them now rather than in the next round. */
  sendEmails(): void;
  /** Call after an account was deleted, to erase what it has left now rather than in the next minute. */
  eraseAccounts(): void;
  close(): Promise<void>;
};

/** The domain's wall clock. */
const clock = () => new Date();

/** How long prices of a service that isn't ours are shown without asking again. */
export const FOREIGN_PRICES_KEPT_MS = 30 * SECONDS;

/** 64 MB. Litestream checkpoints the write-ahead log long before; this is for when it doesn't run. */
const LAST_RESORT_PAGES = 16_000;

/**
 * Opens the database (migrations, seeds), the pricing service and the outbox, which sends what an earlier process left
 * queued.
 * @throws ConfigError, StoreError: expected, with one line for the person who starts the site
 */
async function openServices(): Promise<Services> {
  const config = settings();
  const store = await openStore(config.postgresUrl ?? config.databaseFile, {
    checkpointPages: config.replica && LAST_RESORT_PAGES,
    noteBeside: config.databaseFile,
    report: (words) => log.warn(words),
  });
  const { appUrl, payfast, registration, trackingUrl = null, language } = config;
  const [secret = ""] = config.sessionSecrets;
  const mix = await whyModesWouldMix(store.read, payfast.mode);
  if (mix) {
    await store.close();
    throw new ConfigError(mix);
  }
  // Earlier releases left the key of links here for staff's commands.
  rmSync(path.join(config.dataDir, "link-key"), { force: true });
  await whenFree(() => restateOld(store));
  const { vatNumber, registrationNumber } = registration;
  const { bulksms: account, quietHours } = config.texts;
  const site = { appUrl, paymentMode: payfast.mode, trackingUrl, quietHours: quietHoursInWords(quietHours), language };
  const { officeTakes } = config;
  const facts = { ...site, officeTakes, registration: { vatNumber, registrationNumber }, contact: config.contactSet };
  await whenFree(() => storeSiteFacts(store, facts, clock()));
  const from = config.mailFrom;
  const emailFolder = path.join(config.dataDir, "outbox");
  const byMail = config.smtpUrl ? smtpTransport(config.smtpUrl, from) : fileTransport(emailFolder, from);
  const byText = {
    ...(account ? bulksms(account) : fileTexts(emailFolder)),
    isOpen: (now: Date) => !isQuiet(quietHours, now),
  };
  const outbox = startOutbox(
    store,
    [
      { ...applicationsThroughEmailjs(config.emailjs, signing(store, linkKeyOf(secret), byMail)), passed: tellAnew },
      { ...byText, passed: tellAnew },
      webhooks(store, reachOf(payfast.mode), store.now),
    ],
    {
      failed: (error) => log.error({ err: error }, "the outbox failed"),
      // The mail server's message may contain the receiver's address, so it is only in `last_error`, for staff.
      notSent: ({ id, attempts }) => log.warn({ emailId: id, attempts }, "a message could not be sent yet"),
    },
    store.now,
    // With PostgreSQL every process sends, and each keeps its claims by renewing them.
    config.postgresUrl ? "shared" : () => lockAlone(`${config.databaseFile}-outbox`),
  );
  const tidying = startTidying(store, emailFolder, clock, {
    done: (tidied) => Object.keys(tidied).length > 0 && log.info({ tidied }, "deleted what was kept long enough"),
    failed: (error) => log.error({ err: error }, "deleting old data failed"),
  });
  const late = startNoticingLateParcels(store, clock, {
    failed: (error) => log.error({ err: error }, "late parcels could not be noticed"),
  });
  const overdue = startTellingOverdue(store, clock, {
    failed: (error) => log.error({ err: error }, "people could not be told what is late"),
  });
  const delayed = startTellingDelays(store, clock, {
    failed: (error) => log.error({ err: error }, "people could not be told of a delay"),
  });
  const misstated = startNotingMisstated(store, clock, {
    failed: (error) => log.error({ err: error }, "stored states could not be checked"),
  });
  const looks = startWritingNoted(store, [notedLooks, notedActions], {
    failed: (error) => log.error({ err: error }, "what people looked at could not be written"),
    lost: (rows) => log.error({ rows }, "the record of what people looked at is not complete"),
  });
  const statements = startSendingStatements(store, clock, {
    failed: (error) => log.error({ err: error }, "statements could not be sent"),
  });
  const openLists = startOpenLists(store, clock, {
    failed: (error) => log.error({ err: error }, "shops could not be told what is unpaid"),
  });
  const merchantApi = merchantApiOf(config.payfast);
  const reconciling =
    merchantApi &&
    startReconciling(store, merchantApi, config.payfast.mode, clock, {
      failed: (reason) => log.error({ reason }, "PayFast's list could not be compared"),
    });
  const taxed = (pricing: PricingService) => (vatNumber === "none" ? withoutVat(pricing) : pricing);
  const ownPricing = taxed(embeddedPricing(store, clock));
  let pricingFailures = 0;
  const foreign = config.pricingApiUrl
    ? pricingOverHttp(config.pricingApiUrl, elapsedMs, (path, error) => {
        pricingFailures += 1;
        log.warn({ path, err: error }, "the pricing service failed");
      })
    : null;
  const pricing = foreign ? taxed(foreign) : ownPricing;
  const places = openPlaces(store, clock);
  const shopOrders = startBookingShopOrders({ store, pricing, places }, { mode: payfast.mode, origin: appUrl }, clock, {
    failed: (error) => log.error({ err: error }, "orders of shops could not be booked"),
  });
  return {
    store,
    pricing,
    shownPricing: shownPrices(pricing, {
      mark: () => [store.priceMark(), saDay(clock())].join(),
      clock: elapsedMs,
      longestMs: config.pricingApiUrl ? FOREIGN_PRICES_KEPT_MS : Number.POSITIVE_INFINITY,
    }),
    foreignPricing: foreign && ((hear) => taxed(foreign.overheard(hear))),
    ownPricing,
    places,
    pricingFailures: () => pricingFailures,
    gateway: gatewayOf(config.payfast, paths.payfastSimulator),
    isPayfastAddress: (address) => isPayfastAddress(address, config.payfast.allowedIps),
    sendEmails: outbox.nudge,
    eraseAccounts: tidying.eraseAccounts,
    async close() {
      await Promise.all([
        outbox.stop(),
        tidying.stop(),
        late.stop(),
        overdue.stop(),
        delayed.stop(),
        misstated.stop(),
        openLists.stop(),
        shopOrders.stop(),
        statements.stop(),
        looks.stop(),
        reconciling?.stop(),
      ]);
      await store.close();
      current = undefined;
    },
  };
}

let current: Promise<Services> | undefined;

/** The services, opened at first use. */
export function services(): Promise<Services> {
  current ??= openServices().catch((error) => {
    current = undefined;
    throw error;
  });
  return current;
}
