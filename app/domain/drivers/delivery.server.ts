import { and, asc, eq, lte } from "drizzle-orm";
import { driverApplications } from "#db/schema/drivers";
import type { Store } from "#db/store.server";
import { startRounds } from "../mail/rounds.server";
import type { StoredApplication } from "./applications.server";

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;

/**
 * How long to wait after each failed attempt; after the last one the application is `dead`, and staff see it. The
 * first gap is longer than any attempt takes.
 */
const RETRY_GAPS_MS = [30 * SECONDS, 2 * MINUTES, 10 * MINUTES, 1 * HOURS, 6 * HOURS, 24 * HOURS, 48 * HOURS];

/** Hands one application over. Resolves once it is safe with the receiver; rejects when it should be tried again. */
export type HandOver = (application: StoredApplication) => Promise<void>;

type OnFailure = (reference: string, error: unknown) => void;

/**
 * Hands over the application that has been due longest; false when none is due.
 *
 * It is claimed first: its next attempt lies ahead before this one begins, so neither another process nor this one
 * after a crash sends it meanwhile. It is marked as sent only as it was sent: one corrected in between stays queued.
 * Only where the receiver took it and its answer was lost (the line cut, the time over, the machine gone) does it go
 * out a second time: nobody can tell that from a mail that never arrived, and a lost application is worse.
 */
export async function deliverNext(store: Store, handOver: HandOver, onFailure: OnFailure, now: Date): Promise<boolean> {
  const application = await claimNext(store, now);
  if (!application) return false;
  const failure = await handOver(application).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (failure) onFailure(application.reference, failure.error);
  const isLast = application.attempts > RETRY_GAPS_MS.length;
  await store.tx((tx) =>
    tx
      .update(driverApplications)
      .set(
        failure === null
          ? { state: "sent", sentAt: now, lastError: null }
          : { state: isLast ? "dead" : "queued", lastError: inWords(failure.error) },
      )
      .where(and(eq(driverApplications.id, application.id), eq(driverApplications.answeredAt, application.answeredAt))),
  );
  return true;
}

/** The next application, already counted as attempted. */
function claimNext(store: Store, now: Date): Promise<StoredApplication | undefined> {
  return store.tx(async (tx) => {
    const [due] = await tx
      .select()
      .from(driverApplications)
      .where(and(eq(driverApplications.state, "queued"), lte(driverApplications.nextAttemptAt, now)))
      .orderBy(asc(driverApplications.nextAttemptAt))
      .limit(1);
    if (!due) return undefined;
    const gapMs = RETRY_GAPS_MS[due.attempts] ?? RETRY_GAPS_MS.at(-1) ?? 0;
    const [claimed] = await tx
      .update(driverApplications)
      .set({ attempts: due.attempts + 1, nextAttemptAt: new Date(now.getTime() + gapMs) })
      .where(eq(driverApplications.id, due.id))
      .returning();
    return claimed;
  });
}

/** An error and what lies behind it: fetch says only that it failed. */
function inWords(error: unknown): string {
  const cause = error instanceof Error && error.cause ? ` (${String(error.cause)})` : "";
  return `${String(error)}${cause}`;
}

/** Hands over what is due for as long as the process lives. */
export function startDelivery(
  store: Store,
  handOver: HandOver,
  onFailure: OnFailure,
  onError: (error: unknown) => void,
) {
  return startRounds(async (isStopping) => {
    while (!isStopping() && (await deliverNext(store, handOver, onFailure, new Date())));
  }, onError);
}
