import type { AnswerDifference } from "#app/domain/form/edit-conflict";
import { Button, ButtonLink, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { Notice } from "../notice";
import { FactList } from "./summary-card";

/**
 * Two tabs have different answers for one parcel: shows both, and lets the customer choose. Nothing was overwritten.
 */
export function EditConflict(props: {
  differences: AnswerDifference[];
  /** Everything that was typed, to be posted again with the keys of the saved answers. */
  typed: Record<string, string>;
  keepHref: string;
}) {
  const { differences, typed, keepHref } = props;
  const facts = (version: "saved" | "typed") =>
    differences.map((difference) => ({ label: difference.label, value: difference[version] || "(blank)" }));
  return (
    <form method="post" className="form">
      <Notice tone="bad" title="This parcel was changed in another tab">
        <p>Nothing was overwritten. Which one is right?</p>
      </Notice>
      <HiddenFields fields={typed} />
      <section className="card">
        <h2>Saved in the other tab</h2>
        <FactList facts={facts("saved")} />
      </section>
      <section className="card">
        <h2>Typed here</h2>
        <FactList facts={facts("typed")} />
      </section>
      <ButtonRow>
        <Button>Use what I typed here</Button>
        <ButtonLink plain href={keepHref}>
          Keep what is saved
        </ButtonLink>
      </ButtonRow>
    </form>
  );
}
