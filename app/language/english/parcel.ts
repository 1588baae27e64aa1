import { day, say, time } from "../say";

/** A visit that was agreed on. Without times any time of the day is fine. */
type VisitTimes = { day: string; fromTime: string | null; untilTime: string | null };

/** What emails, texts and pages say of a parcel in the same words. */
export const parcel = {
  /** Why it will not arrive: after "will not arrive", and as sentences. */
  endings: {
    lost: { why: say`we can't find it any more`, inFull: say`We can't find it any more. We are sorry.` },
    damaged: { why: say`it was damaged on the way`, inFull: say`It was damaged on the way. We are sorry.` },
    destroyed: { why: say`it had to be destroyed`, inFull: say`It had to be destroyed. We are sorry.` },
    unclaimed: {
      why: say`nobody took it in the time that we keep it`,
      inFull: say`Nobody took it in the time that we keep it.`,
    },
    police: { why: say`we are not allowed to deliver it`, inFull: say`We are not allowed to deliver it.` },
    cancelled: { why: say`it was cancelled on its way`, inFull: say`It was cancelled on its way.` },
    unsaid: { why: say`please ask us why`, inFull: say`Please ask us why.` },
  },

  /** Why a visit failed: after "We came, but". */
  missed: {
    gate_closed: say`the gate was closed`,
    no_answer: say`nobody answered the phone`,
    nobody: say`nobody was there`,
  },
  /** Why it goes back: after "We could not deliver it:". */
  back: {
    gate_closed: say`the gate was closed`,
    no_answer: say`nobody answered the phone`,
    nobody: say`nobody was there`,
    not_found: say`we could not find the place`,
    refused: say`it was refused at the door`,
    damaged: say`it is damaged`,
    piece_missing: say`a piece is missing`,
    unsafe: say`it was not safe there`,
  },
  /** What the sender reads where fewer pieces were collected than booked. */
  fewer: {
    no_more: say`We were told that there are no more, and bring these.`,
    not_ready: say`The rest was not ready. We phone you to agree on a day for it.`,
    no_room: say`The rest did not fit into our vehicle. We send a driver for it.`,
    rest_other: say`Our driver could not take the rest. We phone you about it.`,
  },

  pieces: (count: number, of: number) => say`${count} of ${of} pieces`,
  visit: ({ day: on, fromTime, untilTime }: VisitTimes) =>
    fromTime && untilTime ? say`${day(on)}, ${time(fromTime)} to ${time(untilTime)}` : say`${day(on)}`,
};
