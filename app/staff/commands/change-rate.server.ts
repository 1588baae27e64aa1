import { pairKey } from "#app/domain/prices/delivery-days";
import type { Rate } from "#app/domain/prices/rate-card";
import { changeRate, type RateAmount, rateKinds } from "#app/domain/prices/rate-changes.server";
import { basisPointsFrom } from "#app/domain/values/decimal";
import { formatRand } from "#app/domain/values/money";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, say } from "#app/language/say";
import { command, isNone } from "../command";
import { act } from "../desk.server";
import { didYouMean } from "../did-you-mean";
import { type Asking, centsFrom } from "../kinds.server";
import { changeOutcome, fromDay, newOption } from "./dated-change";

const THE_KINDS = `The kinds are: ${rateKinds.join(", ")}.`;

export const changeRateCommand = command({
  name: "change rate",
  page: "check first",
  right: "manager",
  also: "price, fuel, dearer, cheaper, increase, tariff",
  summary: "set a rate from a given day; the old rate stays on record",
  more: say`Amounts exclude VAT. none means that there is no instant price any more. Saved quotes keep their price.
    The kind days is the shortest and the longest time from collection to delivery, in working days; customers see
    both. Kinds: ${rateKinds.join(", ")}. ${commandNamed("list rates")} shows the keys.`,
  examples: [
    "change rate zone metro 32,00 --from 2026-12-01",
    "change rate linehaul GP WC 65 --from tomorrow",
    "change rate fuel 12,5% --from 2026-12-01",
    "change rate international 9 none --from today",
    "change rate days metro town 2-3 --from 2026-12-01",
  ],
  arguments: {
    kind: {
      kind: "choice",
      of: rateKinds,
      shown: "kind of rate",
      label: "kind of rate",
      required: `Which kind of rate? ${THE_KINDS}`,
    },
    key: {
      kind: "words",
      label: say`key, from ${commandNamed("list rates")}`,
      take: (words: string[], { earlier }: Asking) => rateKeyFrom(earlier.kind as Rate["kind"], words),
    },
    amount: {
      kind: "words",
      shown: "rand or % or days or none",
      label: "amount in rand, percentage, days, or none",
      required: "How much? Give an amount in rand, such as 350,00.",
      read: amountFrom,
    },
  },
  options: { from: fromDay, new: newOption("a key that has no rate yet, such as a new region") },
  async run({ kind, key: rateKey, amount, from: validFrom, new: isNew }, desk) {
    return act(desk, async (tx) => {
      const rate = { kind, rateKey, validFrom, amount, isNew };
      return changeOutcome(await changeRate(tx, rate, desk.now), {
        action: "changed rate",
        subject: rateName({ kind, rateKey }),
        day: validFrom,
        inWords: rateInWords,
      });
    });
  },
});

/** A rate's kind and key, and the words after them. */
export function rateNameFrom([typed = "", ...rest]: string[]): [{ kind: Rate["kind"]; rateKey: string }, string[]] {
  const kind = rateKinds.find((known) => known === typed.toLowerCase());
  if (!kind)
    throw new UsageError(say`There is no kind of rate "${typed}".${didYouMean(typed, rateKinds)} ${THE_KINDS}`);
  const [rateKey, after] = rateKeyFrom(kind, rest);
  return [{ kind, rateKey }, after];
}

function rateKeyFrom(kind: Rate["kind"], words: string[]): [rateKey: string, rest: string[]] {
  const [key = "", other = "", ...more] = words;
  if (kind === "fuel" || kind === "vat") return [kind, key.toLowerCase() === kind ? words.slice(1) : words];
  if (kind === "linehaul") {
    const [one, second, ...after] = [...key.toUpperCase().split("-"), ...words.slice(1)];
    if (!one || !second) throw new UsageError("Between which two regions? For example: linehaul GP WC.");
    return [pairKey(one, second.toUpperCase()), after];
  }
  if (!key) throw new UsageError(say`Which ${kind} rate? ${commandNamed("list rates")} shows the keys.`);
  if (kind === "days" && isZone(key) && isZone(other)) return [pairKey(key.toLowerCase(), other.toLowerCase()), more];
  return [key.toLowerCase(), words.slice(1)];
}

export function rateName({ kind, rateKey }: Pick<Rate, "kind" | "rateKey">): string {
  return kind === rateKey ? `rate ${kind}` : `rate ${kind} ${rateKey}`;
}

export function rateInWords({ kind, amountCents, basisPoints, leastDays, mostDays }: Rate): string {
  if (kind === "days") return leastDays === null ? "no telling" : `${leastDays} to ${mostDays} working days`;
  if (basisPoints !== null) return `${String(basisPoints / 100).replace(".", ",")} %`;
  return amountCents === null ? "no price" : formatRand(amountCents);
}

function amountFrom(typed: string): RateAmount {
  if (isNone(typed)) return null;
  const [, least, most] = /^(\d{1,3})\s*(?:-|to)\s*(\d{1,3})(?: days)?$/.exec(typed) ?? [];
  if (least && most) return { leastDays: Number(least), mostDays: Number(most) };
  return typed.endsWith("%") ? { basisPoints: percentFrom(typed) } : { amountCents: centsFrom(typed) };
}

/** A percentage in basis points. @throws UsageError */
export function percentFrom(typed: string): number {
  const basisPoints = basisPointsFrom(typed);
  if (basisPoints === null) throw new UsageError(say`"${typed}" isn't a percentage. Write 15% or 12,5%.`);
  return basisPoints;
}

/** A zone's name is one word, while days begin with a number. */
const isZone = (word: string) => /^[a-z]+$/i.test(word) && !isNone(word);
