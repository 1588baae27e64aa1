import type { ReactNode } from "react";
import type { Said } from "#app/language/said";

const PHONE = /(\+27 \d\d \d{3} \d{4}|\b0\d\d \d{3} \d{4})\b/;

/** A text whose phone numbers no line breaks. */
export function withPhonesWhole(text: string): ReactNode {
  return text.split(PHONE).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move
      <span key={at} className="nowrap">
        {part}
      </span>
    ),
  );
}

/** The sentence with its links. A comma stays on the line of the link before it. */
export function SaidWords({ said }: { said: Said }) {
  return said.map((part, at) => {
    const [before, after] = [said[at - 1], said[at + 1]];
    const key = `${at}`;
    if (typeof part === "string") return withPhonesWhole(typeof before === "object" ? part.replace(/^,/, "") : part);
    const link = (
      <a key={key} href={part.href}>
        {part.words}
      </a>
    );
    if (typeof after !== "string" || !after.startsWith(",")) return link;
    return (
      <span key={key} className="together">
        {link},
      </span>
    );
  });
}
