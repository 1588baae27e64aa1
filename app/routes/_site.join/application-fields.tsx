import type { FormState } from "#app/domain/values/form-state";
import { Fieldset } from "../../ui/forms/fieldset";
import { SelectField } from "../../ui/forms/select-field";
import { TextField } from "../../ui/forms/text-field";
import styles from "../../ui/styles/join.css";

/** With explicit values, because the style sheet shows the conditional questions by them. */
const yesOrNo = [
  { value: "Yes", text: "Yes" },
  { value: "No", text: "No" },
];

/** The questions to applicants (specification section 3). Each conditional one follows the question that decides it. */
export function ApplicationFields(props: {
  state: FormState;
  provinces: readonly string[];
  origins: readonly string[];
}) {
  const { state } = props;
  return (
    <>
      <link rel="stylesheet" href={styles} />
      <You {...props} />
      <Work state={state} />
      <Vehicle state={state} />
    </>
  );
}

function You(props: { state: FormState; provinces: readonly string[]; origins: readonly string[] }) {
  const { state, provinces, origins } = props;
  return (
    <Fieldset legend="You">
      <TextField name="from_name" label="First name" state={state} autoComplete="given-name" />
      <TextField name="from_surname" label="Surname" state={state} autoComplete="family-name" />
      <TextField
        name="from_email"
        label="Email"
        type="email"
        inputMode="email"
        state={state}
        autoComplete="email"
        spellCheck={false}
      />
      <TextField name="cell" label="Cell number" type="tel" inputMode="tel" state={state} autoComplete="tel" />
      <TextField
        name="id_number"
        label="South African ID number"
        hint="13 digits, as in your ID. Spaces are fine."
        inputMode="numeric"
        state={state}
        autoComplete="off"
      />
      <TextField
        name="residence"
        label="Where do you live?"
        hint="Township, suburb or town."
        state={state}
        autoComplete="address-level3"
      />
      <SelectField
        name="currentprovince"
        label="Province you live in"
        choices={provinces}
        placeholder="Choose a province"
        state={state}
        autoComplete="address-level1"
      />
      <SelectField
        name="originprovince"
        label="Province you come from"
        choices={origins}
        placeholder="Choose a province"
        state={state}
      />
      <TextField
        name="referer"
        label="How did you hear of us?"
        hint="For example: a friend, Facebook, a driver."
        state={state}
      />
    </Fieldset>
  );
}

function Work({ state }: { state: FormState }) {
  return (
    <Fieldset legend="Where you work">
      <SelectField
        name="OwnerDriver"
        label="Owner driver"
        hint="Yes, if the vehicle that you drive is yours."
        choices={yesOrNo}
        defaultValue="Yes"
        state={state}
      />
      <SelectField
        name="experience"
        label="Courier experience"
        choices={yesOrNo}
        placeholder="Worked in courier before?"
        state={state}
      />
      <div className="after-experience">
        <TextField
          name="lastexperience"
          label="Courier company"
          hint="Where you worked last. Only with courier experience."
          state={state}
          autoComplete="off"
        />
      </div>
      <TextField
        name="delivery_location"
        label="Where do you want to deliver?"
        hint="The townships or towns that you know best."
        state={state}
      />
    </Fieldset>
  );
}

function Vehicle({ state }: { state: FormState }) {
  return (
    <Fieldset legend="Your vehicle">
      <TextField name="vehicle_make" label="Make" hint="For example: Toyota." state={state} />
      <TextField name="vehicle_model" label="Model" hint="For example: Hilux." state={state} />
      <TextField name="vehicle_year" label="Year" inputMode="numeric" width="short" state={state} />
      <TextField name="vehicleKm" label="Kilometres on the clock" inputMode="numeric" width="short" state={state} />
      <SelectField
        name="vehicleCanopy"
        label="Canopy"
        hint="A closed van counts as Yes."
        choices={yesOrNo}
        placeholder="Is the load covered?"
        state={state}
      />
      <TextField
        name="vehicle_registration"
        label="Registration number"
        width="short"
        state={state}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <SelectField
        name="vehicleTracking"
        label="Vehicle tracking"
        choices={yesOrNo}
        placeholder="Tracking Installed?"
        state={state}
      />
      <div className="after-tracking">
        <TextField
          name="vehicleTrackingCompany"
          label="Tracking company"
          hint="Only where tracking is installed."
          state={state}
          autoComplete="off"
          enterKeyHint="done"
        />
      </div>
    </Fieldset>
  );
}
