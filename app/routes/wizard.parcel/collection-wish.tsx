import type { FormState } from "#app/domain/values/form-state";
import { Fieldset } from "../../ui/forms/fieldset";
import { type Choice, SelectField } from "../../ui/forms/select-field";

/** The preferred collection time. The wording says that it isn't guaranteed. */
export function CollectionWish({ days, state }: { days: Choice[]; state: FormState }) {
  return (
    <Fieldset legend="When shall we come?" hint="A wish, not a promise: we phone first.">
      <SelectField
        name="collectionDay"
        label="Collection day"
        required={false}
        state={state}
        choices={days}
        placeholder="Any day"
      />
      <SelectField
        name="collectionTime"
        label="Time of day"
        required={false}
        state={state}
        choices={[
          { value: "morning", text: "Morning" },
          { value: "afternoon", text: "Afternoon" },
        ]}
        placeholder="Any time"
      />
    </Fieldset>
  );
}
