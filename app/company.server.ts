import path from "node:path";
import { openStore, type Store } from "#db/store.server";
import { brand } from "./brand";
import { settings } from "./config.server";
import { startDelivery } from "./domain/drivers/delivery.server";
import { handOverBy } from "./domain/drivers/hand-over.server";
import { startOutbox } from "./domain/mail/outbox.server";
import { fileTransport, smtpTransport } from "./domain/mail/transport.server";
import { embeddedPricing } from "./domain/pricing/embedded.server";
import type { PricingService } from "./domain/pricing/pricing-service";
import { log } from "./log.server";

/** What the process holds open for as long as it lives. */
export type Company = {
  store: Store;
  pricing: PricingService;
  /** Call after queueing letters, so that they leave now rather than at the next look. */
  sendLetters(): void;
  /** Call after keeping an owner driver's application. */
  sendApplications(): void;
  close(): Promise<void>;
};

/**
 * Opens the database (migrations, seeds), the pricing service and the outbox, which finishes what an earlier
 * process left queued.
 * @throws ConfigError, StoreError: expected, with one line for whoever starts the site
 */
async function openCompany(): Promise<Company> {
  const config = settings();
  const store = await openStore(config.databaseFile);
  const from = config.mailFrom ?? `${brand.name} <${brand.email.noReply}>`;
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl, from)
    : fileTransport(path.join(config.dataDir, "outbox"), from);
  const outbox = startOutbox(store, transport, (error) => log.error({ err: error }, "the outbox failed"));
  const applications = startDelivery(
    store,
    handOverBy(config.emailjs, store, outbox.nudge),
    (reference, error) => log.warn({ err: error, reference }, "an application is stored but could not be mailed yet"),
    (error) => log.error({ err: error }, "the delivery of applications failed"),
  );
  return {
    store,
    pricing: embeddedPricing(store),
    sendLetters: outbox.nudge,
    sendApplications: applications.nudge,
    async close() {
      await applications.stop();
      await outbox.stop();
      await store.close();
      current = undefined;
    },
  };
}

let current: Promise<Company> | undefined;

/** The open company; opened at first use. */
export function company(): Promise<Company> {
  current ??= openCompany().catch((error) => {
    current = undefined;
    throw error;
  });
  return current;
}
