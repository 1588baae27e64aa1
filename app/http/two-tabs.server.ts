import { spokenName } from "#app/domain/shipments/fields";
import type { Difference } from "#app/ui/shipments/two-versions";
import { savedValues } from "./forms.server";

type Answers = Record<string, string | number | undefined>;

/** Where two versions of a step's answers differ. */
export function differencesOf(saved: Answers | undefined, typed: Answers): Difference[] {
  const [before, now] = [savedValues(saved), savedValues(typed)];
  return Object.keys({ ...before, ...now })
    .filter((name) => (before[name] ?? "") !== (now[name] ?? ""))
    .map((name) => ({ label: spokenName(name), saved: before[name] ?? "", typed: now[name] ?? "" }));
}
