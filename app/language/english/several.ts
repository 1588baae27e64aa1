import { brand } from "#app/brand";
import { joined, name, numbers, type Sentence, say } from "../say";
import { ourEmail, ourPhone, plural } from "./ours";

const us = name(brand.name);
const parcels = (count: number) => plural(count, { one: say`${count} parcel`, other: say`${count} parcels` });
const agreeOnDays = () => say`We phone you to agree on a day, or you phone us: ${ourPhone()}. You don't pay more.`;
const askUs = () => say`If you have a question, phone us: ${ourPhone()}.`;

/** What one message says of several parcels of a sender to whom the same has happened, and what follows from it. */
type Said = { headline: (count: number) => Sentence; next: () => Sentence };

/** One message about several parcels of a sender. */
export const several = {
  /** By the kind of the message that each of them would have had by itself. */
  kinds: {
    failed_collection: { headline: (count) => say`We came to collect ${parcels(count)}`, next: agreeOnDays },
    collected: {
      headline: (count) => say`We have collected ${parcels(count)}`,
      next: () => say`What happens next: we bring each parcel to its receiver. We will email you when it is delivered.`,
    },
    failed_attempt: {
      headline: (count) => say`We could not deliver ${parcels(count)} yet`,
      next: () =>
        say`You don't pay more. Please ask each receiver to be there, or phone us if an address has changed: ${ourPhone()}.`,
    },
    delivered: {
      headline: (count) => say`We have delivered ${parcels(count)}`,
      next: () => say`Thank you for sending with us.`,
    },
    returned: {
      headline: (count) => say`We have brought ${parcels(count)} back to you`,
      next: () => say`If you have questions, write to ${ourEmail()} or phone ${ourPhone()}.`,
    },
    returning: {
      headline: (count) =>
        plural(count, { one: say`1 parcel comes back to you`, other: say`${count} parcels come back to you` }),
      next: () => say`Is this wrong, or do you want to agree on a day? Phone us: ${ourPhone()}.`,
    },
    return_missed: { headline: (count) => say`We came to bring ${parcels(count)} back`, next: agreeOnDays },
    "not-today": {
      headline: (count) => say`We may not come for ${parcels(count)} as we said`,
      next: () => say`You don't have to wait for us. Do you want to know more? Phone us: ${ourPhone()}.`,
    },
    ended: {
      headline: (count) => say`${parcels(count)} will not arrive`,
      next: () => say`Phone us, and have the waybill numbers at hand: ${ourPhone()}.`,
    },
    correction: {
      headline: (count) => say`Correction of what we said about ${parcels(count)}`,
      next: () => say`The tracking page shows where a parcel is now. We will write to you when there is news.`,
    },
    news: {
      headline: (count) => say`What we know about ${parcels(count)}`,
      next: () => say`You don't need to do anything. ${askUs()}`,
    },
    news_overdue: {
      headline: (count) => say`We are late with news of ${parcels(count)}`,
      next: () => say`We are still working on it. Do you want to know more now? Phone us: ${ourPhone()}.`,
    },
    late: {
      headline: (count) => plural(count, { one: say`1 parcel is late`, other: say`${count} parcels are late` }),
      next: () => say`We are sorry. You don't need to do anything. ${askUs()}`,
    },
    "late-collection": {
      headline: (count) => say`We are late to collect ${parcels(count)}`,
      next: () => say`We are sorry. You don't need to do anything. ${askUs()}`,
    },
    delayed: {
      headline: (count) => plural(count, { one: say`1 parcel is delayed`, other: say`${count} parcels are delayed` }),
      next: () => say`You don't need to do anything. ${askUs()}`,
    },
    "delay-over": { headline: (count) => say`The delay of ${parcels(count)} is over`, next: askUs },
  } satisfies Record<string, Said>,

  /** Where several things have happened. */
  news: (count: number) => say`News of ${parcels(count)}`,
  opening: say`Here is what has happened to your parcels.`,
  /** The shop's own order number. */
  reference: (own: string) => say`your number ${own}`,

  /** Text messages: the longest first, as in `texts.ts`. `happened`: a headline, and the parcels to which it has happened. */
  text: (happened: readonly (readonly [headline: Sentence, parcels: readonly string[]])[], count: number) => {
    const questions = say`Questions? ${ourPhone()}.`;
    const named = happened.map(([headline, numbered]) => say`${headline}: ${numbers(numbered)}.`);
    const inShort = happened.map(([headline]) => say`${headline}.`);
    return [
      say`${us}: ${joined(named)} ${questions}`,
      say`${us}: ${joined(inShort)} Our email names each of them. ${questions}`,
      say`${us}: news of ${parcels(count)}. Our email names each of them. ${questions}`,
    ];
  },
};
