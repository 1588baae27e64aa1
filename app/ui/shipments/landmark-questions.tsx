import type { LandmarkQuestion } from "#app/domain/form/landmark";
import { catalogue } from "#app/language/language";
import { Notice } from "../notice";
import { shown } from "../words";

/** Questions about places in "How will the driver find it?", asked before anything is saved, once each. */
export function LandmarkQuestions(props: { asked: (LandmarkQuestion & { field: string })[]; submit: string }) {
  const { asked, submit } = props;
  return asked.map(({ field, words }) => (
    <Notice key={field} tone="info" title={words}>
      <p>{shown(catalogue().landmark.changeOrKeep(submit))}</p>
    </Notice>
  ));
}
