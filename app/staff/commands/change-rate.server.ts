import { zonePairKey } from "#app/domain/price-tables/delivery-days";
import { linehaulKey, type Rate } from "#app/domain/price-tables/rate-card";
import { changeRate, type RateAmount, rateKinds } from "#app/domain/price-tables/rate-changes.server";
import { formatRand } from "#app/domain/values/money";
import { UsageError } from "../../domain/values/usage-error";
import type { Command } from "../command";
import { act } from "../desk.server";
import { didYouMean } from "../did-you-mean";
import { basisPointsFrom, centsFrom, dayFrom } from "../words";
import { changeOutcome, fromDay, newOption } from "./dated-change";

export const changeRateCommand: Command = {
  name: "change rate",
  right: "manager",
  takes: "<kind> <key> <rand or % or days or none> --from <day>",
  summary: "set a rate from a given day; the old rate stays on record",
  more: [
    "Amounts exclude VAT. none means that there is no longer an instant price. Saved quotes keep their price.",
    "The kind days is the fewest and the most working days from collection to delivery. Customers see them.",
    `Kinds: ${rateKinds.join(", ")}. list rates shows the keys.`,
  ],
  examples: [
    "change rate zone metro 32,00 --from 2026-12-01",
    "change rate linehaul GP WC 65 --from tomorrow",
    "change rate fuel 12,5% --from 2026-12-01",
    "change rate international 9 none --from today",
    "change rate days metro town 2-3 --from 2026-12-01",
  ],
  options: { from: fromDay, new: newOption("a key that has no rate yet, such as a new region") },
  async run({ words, option, has }, desk) {
    const { kind, rateKey, amount } = rateFrom(words);
    const validFrom = dayFrom(option("from"), desk.now);
    return act(desk, async (tx) => {
      const rate = { kind, rateKey, validFrom, amount, isNew: has("new") };
      return changeOutcome(await changeRate(tx, rate, desk.now), {
        action: "changed rate",
        subject: rateName({ kind, rateKey }),
        day: validFrom,
        inWords: rateInWords,
      });
    });
  },
};

/** A rate's kind and key from the command line, and the words after them. */
export function rateNameFrom([typed, ...rest]: string[]): { kind: Rate["kind"]; rateKey: string; rest: string[] } {
  const kind = rateKinds.find((known) => known === typed?.toLowerCase());
  if (!kind) {
    const kinds = `The kinds are: ${rateKinds.join(", ")}.`;
    if (!typed) throw new UsageError(`Which kind of rate? ${kinds}`);
    throw new UsageError(`There is no kind of rate "${typed}".${didYouMean(typed, rateKinds)} ${kinds}`);
  }
  if (kind === "fuel" || kind === "vat") {
    return { kind, rateKey: kind, rest: rest[0]?.toLowerCase() === kind ? rest.slice(1) : rest };
  }
  if (kind === "linehaul") {
    const [one, other, ...after] = [...(rest[0]?.toUpperCase().split("-") ?? []), ...rest.slice(1)];
    if (!one || !other) throw new UsageError("Between which two regions? For example: linehaul GP WC.");
    return { kind, rateKey: linehaulKey(one, other.toUpperCase()), rest: after };
  }
  const [key, other, ...more] = rest;
  if (kind === "days" && key && isZone(key) && other && isZone(other))
    return { kind, rateKey: zonePairKey(key.toLowerCase(), other.toLowerCase()), rest: more };
  const after = rest.slice(1);
  if (!key) throw new UsageError(`Which ${kind} rate? list rates shows the keys.`);
  return { kind, rateKey: key.toLowerCase(), rest: after };
}

export function rateName({ kind, rateKey }: Pick<Rate, "kind" | "rateKey">): string {
  return kind === rateKey ? `rate ${kind}` : `rate ${kind} ${rateKey}`;
}

export function rateInWords({ kind, amountCents, basisPoints, leastDays, mostDays }: Rate): string {
  if (kind === "days") return leastDays === null ? "no telling" : `${leastDays} to ${mostDays} working days`;
  if (basisPoints !== null) return `${String(basisPoints / 100).replace(".", ",")} %`;
  return amountCents === null ? "no price" : formatRand(amountCents);
}

function rateFrom(words: string[]) {
  const { kind, rateKey, rest } = rateNameFrom(words);
  return { kind, rateKey, amount: amountFrom(rest) };
}

function amountFrom(words: string[]): RateAmount {
  const typed = words.join(" ");
  if (typed.toLowerCase() === "none") return null;
  const [, least, most] = /^(\d{1,3})\s*(?:-|to)\s*(\d{1,3})(?: days)?$/.exec(typed) ?? [];
  if (least && most) return { leastDays: Number(least), mostDays: Number(most) };
  return typed.endsWith("%") ? { basisPoints: basisPointsFrom(typed) } : { amountCents: centsFrom(words) };
}

/** A zone's name is one word, while days begin with a number. */
const isZone = (word: string) => /^[a-z]+$/i.test(word) && word.toLowerCase() !== "none";
