import type { Said } from "#app/language/said";

/** The sentence with its links. A comma stays on the line of the link before it. */
export function SaidWords({ said }: { said: Said }) {
  return said.map((part, at) => {
    const [before, after] = [said[at - 1], said[at + 1]];
    const key = `${at}`;
    if (typeof part === "string") return typeof before === "object" ? part.replace(/^,/, "") : part;
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
