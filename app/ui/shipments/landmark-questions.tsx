import type { LandmarkQuestion } from "#app/domain/shipments/landmark";
import { Button } from "../forms/button";
import { Notice } from "../notice";

/** Questions about places in "How will the driver find it?", asked before anything is saved, once each. */
export function LandmarkQuestions(props: { asked: (LandmarkQuestion & { field: string })[]; submit: string }) {
  const { asked, submit } = props;
  return asked.map(({ field, words, instead }) => (
    <Notice key={field} tone="info" title={words}>
      {instead ? (
        <>
          <p>Did you mean {instead.text}?</p>
          <Button plain name="meant" value={`${field} ${instead.code}`} formNoValidate>
            Yes, {instead.code}
          </Button>
        </>
      ) : null}
      <p>Change it below, or press {submit} again to keep it.</p>
    </Notice>
  ));
}
