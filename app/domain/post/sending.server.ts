import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { elapsedMs, SECONDS } from "#app/durations";
import type { Store } from "#db/store.server";
import { channelRules, fullReceivers } from "./channels";
import { type Claim, claimNext, noteOutcome, releaseWaiting, type SendingOutcome } from "./claims.server";
import { inOneMessage } from "./digest";
import { catchUp, isAnyDue } from "./due.server";
import { ChannelError, type MailTransport, RefusedError, type Result } from "./transport.server";

const NOTE_AGAIN_MS = 1 * SECONDS;
/** Together with the earlier steps of a stop (server/stop.ts), a little less than the time allowed. */
const STOP_PATIENCE_MS = 8 * SECONDS;

/** The outbox's clock; a test or a simulation supplies its own. */
export type Clock = {
  /** May ask the database, so it fails when that is away. */
  now(): Date | Promise<Date>;
  /** Milliseconds since some moment. Never fails and never jumps. */
  elapsedMs(): number;
  pause(ms: number): Promise<void>;
};

export const realTime: Omit<Clock, "now"> = {
  elapsedMs,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
};

export type OutboxReport = {
  /** The outbox itself failed: the disk is full, or the database is locked. It continues. */
  failed(error: unknown): void;
  /** An email could not be sent. It is tried again, or given up. */
  notSent(email: { id: string; attempts: number }): void;
};

type InHand = {
  ids: string[];
  receiver: string;
  textHasLeft: boolean;
  cancel: AbortController;
  sent: Promise<void>;
  status: number | null;
  said: string;
  result?: Result;
};

/**
 * Sends a channel's messages, at most as many at a time as it has places. Each is claimed before it is sent, and its
 * result recorded afterwards. If the database can't be written, the message keeps its place until the result is recorded.
 */
export function emailsOnTheirWay(
  store: Store,
  transport: MailTransport,
  clock: Clock,
  report: OutboxReport,
  onFreePlace: () => void = () => undefined,
) {
  const channel = transport.channel ?? "email";
  const { places, placesForLast } = channelRules[channel];
  const inHand = new Set<InHand>();
  let stopping = false;
  let hasStopped = false;

  function begin(claim: Claim): void {
    const hand = {
      ids: [claim.email, ...claim.others].map(({ id }) => id),
      receiver: claim.receiver,
      textHasLeft: false,
      ...{ status: null, said: "" },
      cancel: new AbortController(),
      sent: Promise.resolve(),
    };
    inHand.add(hand);
    hand.sent = attempt(claim, hand)
      .then((outcome) => note(claim, outcome, hand))
      .finally(() => {
        inHand.delete(hand);
        onFreePlace();
      });
  }

  async function attempt({ email, others }: Claim, hand: InHand): Promise<SendingOutcome> {
    if (stopping) return { kind: "released" };
    const { toAddress: to, queuedAt: at, templateParams } = email;
    const { subject, text, html } = inOneMessage([email, ...others]);
    const refusals = Math.max(...[email, ...others].map((each) => each.refusals));
    const itsId = email.digestId ?? email.id;
    const id = refusals === 0 ? itsId : `${itsId}.${refusals}`;
    const begunAt = clock.elapsedMs();
    const tookMs = () => clock.elapsedMs() - begunAt;
    try {
      await transport.send(
        { id, to, subject, text, html, at, templateParams },
        {
          signal: hand.cancel.signal,
          textLeaves() {
            hand.textHasLeft = true;
          },
          answered(status, said) {
            Object.assign(hand, { status, said });
          },
        },
      );
      hand.result = { isSent: true, error: null, tookMs: tookMs(), status: hand.status, said: hand.said };
      return { kind: "sent" };
    } catch (error) {
      if (hand.cancel.signal.aborted && !hand.textHasLeft) return { kind: "released" };
      hand.result = { isSent: false, error, tookMs: tookMs(), status: hand.status, said: hand.said };
      report.notSent(email);
      const next = error instanceof RefusedError ? error.next : undefined;
      return { kind: "failed", error: inWords(error), next, isChannels: error instanceof ChannelError };
    }
  }

  async function note(claim: Claim, outcome: SendingOutcome, { result }: InHand): Promise<void> {
    while (!hasStopped) {
      try {
        const now = await clock.now();
        return await store.tx(
          async (tx) => {
            await noteOutcome(tx, claim, outcome, now);
            if (outcome.kind === "sent") await releaseWaiting(tx, channel, now);
            if (result) await transport.noted?.(tx, { id: claim.email.id, to: claim.email.toAddress }, result, now);
          },
          { rowLocks: true },
        );
      } catch (error) {
        report.failed(error);
        await clock.pause(NOTE_AGAIN_MS);
      }
    }
  }

  /** The next message in order: of receivers that come last, only when nobody else's is due. */
  async function claimInOrder(now: Date): Promise<Claim | undefined> {
    const receivers = [...inHand].map((hand) => hand.receiver);
    const full = fullReceivers(channel, receivers);
    const standing = (await isAnyDue(store.read, channel, now)) && (await transport.standing?.(store.read));
    if (!standing) return claimNext(store, channel, full, now, undefined, transport.passed);
    const last = new Set(standing.last.flat());
    const hasPlace = receivers.filter((receiver) => last.has(receiver)).length < placesForLast;
    return claimNext(store, channel, hasPlace ? full : [...full, ...last], now, standing, transport.passed);
  }

  return {
    inHand: () => [...inHand].map(({ sent }) => sent),
    ids: () => [...inHand].flatMap(({ ids }) => ids),
    /**
     * Claims due emails, oldest first, and starts sending them: as many as there are free places, and not more than all
     * places even if each is free again at once, because other lanes wait. Returns how many.
     */
    async fill(): Promise<number> {
      let begun = 0;
      await catchUp(store, channel, await clock.now());
      while (!stopping && inHand.size < places && begun < places) {
        const now = await clock.now();
        if (transport.isOpen?.(now) === false) break;
        const claim = await claimInOrder(now);
        if (!claim) break;
        begin(claim);
        begun += 1;
        // A message that fails at once waits for nothing, so without this no request would be answered meanwhile.
        await turnOfTheLoop();
      }
      return begun;
    },
    /** Stops every email whose text hasn't been sent, and waits for the others. */
    async stop(): Promise<void> {
      stopping = true;
      for (const { textHasLeft, cancel } of inHand) if (!textHasLeft) cancel.abort(new Error("the site stops"));
      await Promise.race([Promise.all([...inHand].map(({ sent }) => sent)), clock.pause(STOP_PATIENCE_MS)]);
      hasStopped = true;
    },
  };
}

/** An error's message and its causes': some only say that something failed. */
function inWords(error: unknown): string {
  const cause = error instanceof Error && error.cause ? ` (${String(error.cause)})` : "";
  return `${String(error)}${cause}`;
}
