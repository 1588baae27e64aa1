import type { LandmarkQuestion } from "#app/domain/form/landmark";
import { Notice } from "../notice";

/** Questions about places in "How will the driver find it?", asked before anything is saved, once each. */
export function LandmarkQuestions(props: { asked: (LandmarkQuestion & { field: string })[]; submit: string }) {
  const { asked, submit } = props;
  return asked.map(({ field, words }) => (
    <Notice key={field} tone="info" title={words}>
      <p>Change it below, or press {submit} again to keep it.</p>
    </Notice>
  ));
}
