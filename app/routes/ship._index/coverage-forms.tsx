import type { ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import { Button, ButtonRow } from "../../ui/forms/button";
import { type Choice, SelectField } from "../../ui/forms/select-field";
import { TextField } from "../../ui/forms/text-field";

/** Specification section 9: "Country search debounce" and "List limits". */
const COUNTRY_SEARCH = { limit: 20, debounceMs: 250 };
const LOCAL_HINT = "places-hint";
const PLACE_HINT = "Or the name of the place.";

type Props = {
  /** Of the form's places. */
  state: FormState;
  /** Of its box: only a price needs one. */
  boxState: FormState;
  choices: Choice[];
  /** Its button is the page's first. */
  isMain: boolean;
};

/**
 * Asks for a price within South Africa, or only whether we come there.
 * @param answered which form the page has answered, so that this one is folded
 */
export function PriceForm(props: Props & { answered: "local" | "abroad" | null }) {
  const { state, boxState, choices, isMain, answered } = props;
  const form = (
    <form method="get" action={paths.ship} noValidate className="form">
      <div className="group pair">
        <TextField
          name="fromPostal"
          label="From postal code"
          state={state}
          sharedHint={LOCAL_HINT}
          autoComplete="section-from postal-code"
          places
        />
        <TextField
          name="toPostal"
          label="To postal code"
          state={state}
          sharedHint={LOCAL_HINT}
          autoComplete="section-to postal-code"
          places
        />
        <p className="hint" id={LOCAL_HINT}>
          {PLACE_HINT}
        </p>
      </div>
      <SelectField name="selectedBoxId" label="Box" state={boxState} choices={choices} />
      <ButtonRow>
        <Button plain={!isMain} name="check" value="price">
          Get a price
        </Button>
        <Button quiet name="check" value="local">
          Check local coverage
        </Button>
      </ButtonRow>
    </form>
  );
  if (answered)
    return (
      <Folded id="local" title={answered === "local" ? "Another route or box" : "Sending within South Africa?"}>
        {form}
      </Folded>
    );
  return (
    <section className="card" id="local">
      <h2>Do we come to you, and what does it cost?</h2>
      {form}
    </section>
  );
}

/** The same to another country: folded unless it was used. */
export function PriceAbroadForm(
  props: Props & { countries: { names: string[]; note: string | null }; isUsed: boolean },
) {
  const { state, boxState, choices, isMain, countries, isUsed } = props;
  return (
    <Folded id="international" title="Sending to another country?" isOpen={isUsed}>
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
          <Button plain={!isMain} name="check" value="price-abroad">
            Get a price abroad
          </Button>
          <Button quiet name="check" value="international">
            Check international coverage
          </Button>
        </ButtonRow>
      </form>
    </Folded>
  );
}

function Folded(props: { id: string; title: string; isOpen?: boolean; children: ReactNode }) {
  const { id, title, isOpen, children } = props;
  return (
    <details className="card" id={id} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
