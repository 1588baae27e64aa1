import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import { Button, ButtonRow } from "../forms/button";
import { type Choice, SelectField } from "../forms/select-field";
import { TextField } from "../forms/text-field";

/** Specification section 9: "Country search debounce" and "List limits". */
const COUNTRY_SEARCH = { limit: 20, debounceMs: 250 };
const PLACE_HINT = "Or the name of the place.";

type Props = {
  /** Of the form's places. */
  state: FormState;
  /** Of its box: only a price needs one. */
  boxState: FormState;
  choices: Choice[];
};

/** Asks for a price within South Africa, or only whether we come there. */
export function PriceForm({ state, boxState, choices, isAnswered }: Props & { isAnswered: boolean }) {
  return (
    <section className="card" id="local" aria-labelledby="local-heading">
      <h2 id="local-heading">Do we come to you, and what does it cost?</h2>
      <form method="get" action={paths.ship} noValidate className="form">
        <div className="group pair">
          <TextField
            name="fromPostal"
            label="From postal code"
            state={state}
            hint={PLACE_HINT}
            autoComplete="section-from postal-code"
            places
          />
          <TextField
            name="toPostal"
            label="To postal code"
            state={state}
            hint={PLACE_HINT}
            autoComplete="section-to postal-code"
            places
          />
        </div>
        <SelectField name="selectedBoxId" label="Box" state={boxState} choices={choices} />
        <ButtonRow>
          <Button plain={isAnswered} name="check" value="price">
            Get a price
          </Button>
          <Button quiet name="check" value="local">
            Check local coverage
          </Button>
        </ButtonRow>
      </form>
    </section>
  );
}

/** The same to another country. */
export function PriceAbroadForm(props: Props & { countries: { names: string[]; note: string | null } }) {
  const { state, boxState, choices, countries } = props;
  return (
    <section className="card" id="international" aria-labelledby="international-heading">
      <h2 id="international-heading">Sending to another country?</h2>
      <form method="get" action={paths.ship} noValidate className="form">
        <TextField
          name="pickupPostal"
          label="Pickup postal code"
          state={state}
          hint={PLACE_HINT}
          autoComplete="section-from postal-code"
          places
        />
        <SelectField
          name="toCountry"
          label="Destination country"
          state={state}
          choices={countries.names}
          hint={countries.note ?? undefined}
          placeholder="Choose a country"
          search={COUNTRY_SEARCH}
        />
        <SelectField name="boxAbroad" label="Box" state={boxState} choices={choices} />
        <ButtonRow>
          <Button plain name="check" value="price-abroad">
            Get a price abroad
          </Button>
          <Button quiet name="check" value="international">
            Check international coverage
          </Button>
        </ButtonRow>
      </form>
    </section>
  );
}
