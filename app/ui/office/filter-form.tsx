import { Button } from "../forms/button";

/** Leaves the rows of a list whose column contains some words, and sorts them. Sent to the list's own address. */
export function FilterForm(props: {
  columns: { name: string; label: string }[];
  filter: { column: string; text: string } | null;
  sort: { column: string; isDescending: boolean } | null;
}) {
  const { columns, filter, sort } = props;
  const names = columns.map(({ name, label }) => (
    <option key={name} value={name}>
      {label}
    </option>
  ));
  return (
    <form className="seek" aria-label="Filter">
      <label htmlFor="in">Rows whose</label>
      <select id="in" name="in" defaultValue={filter?.column}>
        {names}
      </select>
      <label htmlFor="has">contains</label>
      <input id="has" name="has" defaultValue={filter?.text ?? ""} autoComplete="off" spellCheck={false} />
      <label htmlFor="sort">sorted by</label>
      <select id="sort" name="sort" defaultValue={sort?.column ?? ""}>
        <option value="">its own order</option>
        {names}
      </select>
      <select name="order" aria-label="Order" defaultValue={sort?.isDescending ? "descending" : ""}>
        <option value="">upwards</option>
        <option value="descending">downwards</option>
      </select>
      <Button plain>Show</Button>
    </form>
  );
}
