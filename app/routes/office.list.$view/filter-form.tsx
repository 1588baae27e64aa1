import type { FormState } from "#app/domain/values/form-state";
import { Button } from "../../ui/forms/button";
import { SelectField } from "../../ui/forms/select-field";
import { TextField } from "../../ui/forms/text-field";

/** Leaves the rows of a list whose columns contain some words, and sorts them. Sent to the list's own address. */
export function FilterForm(props: {
  columns: { name: string; label: string }[];
  filters: { column: string; text: string }[];
  sort: { column: string; isDescending: boolean } | null;
  /** The kind of today's work among whose rows it searches. */
  work?: string;
}) {
  const { columns, filters, sort, work } = props;
  const [first, second] = filters;
  const names = columns.map(({ name, label }) => ({ value: name, text: label }));
  const values = {
    in: first?.column ?? names[0]?.value ?? "",
    has: first?.text ?? "",
    in2: second?.column ?? "",
    has2: second?.text ?? "",
    sort: sort?.column ?? "",
    order: sort?.isDescending ? "descending" : "",
  };
  const state: FormState = { values, errors: {} };
  const orders = [{ value: "descending", text: "Largest or latest first" }];
  return (
    <details className="filter" open={filters.length > 0 || sort !== null}>
      <summary>Search and sort</summary>
      <form className="form" aria-label="Search and sort">
        {work ? <input type="hidden" name="work" value={work} /> : null}
        <SelectField name="in" label="Search in" state={state} choices={names} />
        <TextField
          name="has"
          label="For"
          state={state}
          hint="A day: 2026-12-01"
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField name="in2" label="And in" state={state} choices={names} placeholder="Nothing more" />
        <TextField name="has2" label="For too" state={state} autoComplete="off" spellCheck={false} />
        <SelectField name="sort" label="Sort by" state={state} choices={names} placeholder="The list's own order" />
        <SelectField
          name="order"
          label="Order"
          state={state}
          choices={orders}
          placeholder="Smallest or earliest first"
        />
        <Button plain>Show</Button>
      </form>
    </details>
  );
}
