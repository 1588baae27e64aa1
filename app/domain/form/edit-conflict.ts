import { spokenName } from "./fields";
import { savedValues } from "./saved-values";

/** A field whose answer was changed in another tab, with both versions as text. */
export type AnswerDifference = { label: string; saved: string; typed: string };

type Answers = Record<string, string | number | undefined>;

/** The fields in which two versions of a step's answers differ. */
export function differencesOf(saved: Answers | undefined, typed: Answers): AnswerDifference[] {
  const [before, now] = [savedValues(saved), savedValues(typed)];
  return Object.keys({ ...before, ...now })
    .filter((name) => (before[name] ?? "") !== (now[name] ?? ""))
    .map((name) => ({ label: spokenName(name), saved: before[name] ?? "", typed: now[name] ?? "" }));
}
