import { limits } from "#app/domain/form/fields";
import type { BoxChoice } from "#app/domain/prices/box-choices";
import { decimal } from "#app/domain/values/decimal";
import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import { Fieldset } from "../forms/fieldset";
import { RadioCards } from "../forms/radio-cards";
import { TextArea } from "../forms/text-area";
import { TextField } from "../forms/text-field";
import { BoxPicture } from "./box-picture";

/** The section of the terms that lists them. */
const PROHIBITED = "not-allowed";
const SIZES = "Sizes are length × width × height.";

/** Specification section 5, "International step 2"; the limit in kilograms follows the first. */
export const OVER_LIMIT = "Over box limit of";
export const LARGER_BOX = "Weight exceeds the recommended limit for this box. Consider a larger box.";

export function noBoxTakesIt({ name, maxWeightKg }: { name: string; maxWeightKg: number }): string {
  return `No box takes that much: our heaviest, ${name}, takes ${decimal(maxWeightKg)} kg. A person works out the price, and you decide when you have it.`;
}

/** The parcel's fields. `international` adds the customs description. */
export function ParcelFields(props: {
  boxes: BoxChoice[];
  /** The id of the cheapest box that takes the weight. */
  cheapest?: string;
  state: FormState;
  international?: boolean;
}) {
  const { boxes, cheapest, state, international = false } = props;
  const [heaviest] = boxes.toSorted((one, other) => other.maxWeightKg - one.maxWeightKg);
  return (
    <>
      {boxes.length ? (
        <RadioCards
          name="selectedBoxId"
          legend="Packaging"
          hint={
            boxes.some(({ price }) => price) ? `Prices are for one parcel on your route, all included. ${SIZES}` : SIZES
          }
          state={state}
          cards={boxes.map((box) => ({
            value: box.id,
            title: box.name,
            tag: box.id === cheapest ? "Cheapest" : undefined,
            note: <Note box={box} />,
            price: box.price,
            picture: <BoxPicture picture={box.picture} />,
            maxKg: box.maxWeightKg,
          }))}
        />
      ) : (
        <p className="notice info">No box data available right now.</p>
      )}
      <Fieldset legend="Your parcel">
        <TextField
          name="quantity"
          label="Quantity"
          hint="How many parcels of this size"
          state={state}
          inputMode="numeric"
          width="short"
          autoComplete="off"
          defaultValue="1"
          least={{ number: 1, complaint: "Quantity must be at least 1." }}
        />
        <TextField
          name="parcelDesc"
          label="What is inside?"
          hint="For example: school shoes."
          required={false}
          state={state}
        />
        <p className="hint">
          Not allowed: cash, weapons, drugs, petrol, gas, animals.{" "}
          <a href={`${paths.terms}#${PROHIBITED}`}>Full list</a>
        </p>
        {international ? (
          <TextArea name="customsDesc" label="Customs description" state={state} limit={limits.textArea} />
        ) : null}
        <TextField
          name="weight"
          label="Weight in kg"
          hint="Of one parcel, if you know it"
          required={false}
          state={state}
          inputMode="decimal"
          width="short"
          autoComplete="off"
        />
        {/* What the script says while a weight is typed. */}
        {heaviest ? (
          <div
            role="status"
            hidden
            data-over={OVER_LIMIT}
            data-larger={LARGER_BOX}
            data-none={noBoxTakesIt(heaviest)}
          />
        ) : null}
        <TextField
          name="declaredValue"
          label="Declared value in rand"
          hint="What the contents are worth, for customs. It buys no insurance and does not change the price."
          required={false}
          state={state}
          inputMode="decimal"
          width="short"
          autoComplete="off"
          defaultValue="0"
        />
        <TextArea name="specialInstructions" label="Special instructions" state={state} limit={limits.textArea} />
      </Fieldset>
    </>
  );
}

/** What fits into a box, and, on a line below, its size and what it takes. Short, because each line counts seven times. */
function Note({ box }: { box: BoxChoice }) {
  const [fits, volume] = [whatFits(box), volumetric(box)];
  return (
    <>
      {fits && `${fits}. `}
      <span className="line">
        {`${sizeOf(box)}, up\u00a0to\u00a0${decimal(box.maxWeightKg)}\u00a0kg${volume && `. ${volume}`}`}
      </span>
    </>
  );
}

/** `31 × 45 × 45 cm`: on one line if it fits, and never broken inside a number or before the unit. */
export function sizeOf({ dimensions: { l, w, h } }: Pick<BoxChoice, "dimensions">): string {
  return `${[l, w, h].map(decimal).join("\u00a0× ")}\u00a0cm`;
}

/** "Fits a folded jacket"; blank if the box has no example. */
export function whatFits({ example }: Pick<BoxChoice, "example">): string {
  return example && `Fits ${example}`;
}

function volumetric({ volumetricKg }: BoxChoice): string {
  return volumetricKg === undefined ? "" : `Volumetric weight ${volumetricKg.toFixed(2).replace(".", ",")}\u00a0kg`;
}
