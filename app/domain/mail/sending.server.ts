import { SECONDS } from "#app/durations";
import type { Store } from "#db/store.server";
import { type Claim, claimNext, noteOutcome, type Outcome } from "./claims.server";
import { fullReceivers, PLACES } from "./places";
import { type MailTransport, RefusedError } from "./transport.server";

const NOTE_AGAIN_MS = 1 * SECONDS;
/** Together with the earlier steps of a stop (server/stop.ts), a little less than the time allowed. */
const STOP_PATIENCE_MS = 8 * SECONDS;

/** The outbox's clock; a test or a simulation supplies its own. */
export type Clock = { now(): Date | Promise<Date>; pause(ms: number): Promise<void> };

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

export type OutboxReport = {
  /** The outbox itself failed: the disk is full, or the database is locked. It continues. */
  failed(error: unknown): void;
  /** An email could not be sent. It is tried again, or given up. */
  notSent(email: { id: string; attempts: number }): void;
};

type InHand = { id: string; receiver: string; textHasLeft: boolean; cancel: AbortController; done: Promise<void> };

/**
 * Sends at most four emails at a time. Each is claimed before it is sent, and its result recorded afterwards. If the
 * database can't be written, the email keeps its place until the result is recorded.
 */
export function emailsOnTheirWay(
  store: Store,
  transport: MailTransport,
  clock: Clock,
  report: OutboxReport,
  onFreePlace: () => void = () => undefined,
) {
  const inHand = new Set<InHand>();
  let stopping = false;
  let hasStopped = false;

  function begin(claim: Claim): void {
    const hand = {
      id: claim.email.id,
      receiver: claim.receiver,
      textHasLeft: false,
      cancel: new AbortController(),
      done: Promise.resolve(),
    };
    inHand.add(hand);
    hand.done = attempt(claim, hand)
      .then((outcome) => note(claim, outcome))
      .finally(() => {
        inHand.delete(hand);
        onFreePlace();
      });
  }

  async function attempt({ email }: Claim, hand: InHand): Promise<Outcome> {
    if (stopping) return { kind: "released" };
    const { toAddress: to, subject, textBody: text, htmlBody: html, queuedAt: at, templateParams } = email;
    const id = email.refusals === 0 ? email.id : `${email.id}.${email.refusals}`;
    try {
      await transport.send(
        { id, to, subject, text, html, at, templateParams },
        {
          signal: hand.cancel.signal,
          textLeaves() {
            hand.textHasLeft = true;
          },
        },
      );
      return { kind: "sent" };
    } catch (error) {
      if (hand.cancel.signal.aborted && !hand.textHasLeft) return { kind: "released" };
      report.notSent(email);
      return { kind: "failed", error: inWords(error), next: error instanceof RefusedError ? error.next : undefined };
    }
  }

  async function note(claim: Claim, outcome: Outcome): Promise<void> {
    while (!hasStopped) {
      try {
        const now = await clock.now();
        return await store.tx((tx) => noteOutcome(tx, claim, outcome, now), { rowLocks: true });
      } catch (error) {
        report.failed(error);
        await clock.pause(NOTE_AGAIN_MS);
      }
    }
  }

  return {
    inHand: () => [...inHand].map(({ done }) => done),
    ids: () => [...inHand].map(({ id }) => id),
    /** Claims due emails, oldest first, and starts sending them until every place is taken. Returns how many. */
    async fill(): Promise<number> {
      let begun = 0;
      while (!stopping && inHand.size < PLACES) {
        const now = await clock.now();
        if (transport.isOpen?.(now) === false) break;
        const full = fullReceivers([...inHand].map((hand) => hand.receiver));
        const claim = await claimNext(store, transport.channel ?? "email", full, now);
        if (!claim) break;
        begin(claim);
        begun += 1;
      }
      return begun;
    },
    /** Stops every email whose text hasn't been sent, and waits for the others. */
    async stop(): Promise<void> {
      stopping = true;
      for (const { textHasLeft, cancel } of inHand) if (!textHasLeft) cancel.abort(new Error("the site stops"));
      await Promise.race([Promise.all([...inHand].map(({ done }) => done)), clock.pause(STOP_PATIENCE_MS)]);
      hasStopped = true;
    },
  };
}

/** An error's message and its causes': some only say that something failed. */
function inWords(error: unknown): string {
  const cause = error instanceof Error && error.cause ? ` (${String(error.cause)})` : "";
  return `${String(error)}${cause}`;
}
