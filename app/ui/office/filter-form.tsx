import { Button } from "../forms/button";

/** Leaves the rows of a list whose column contains some words. Sent to the list's own address. */
export function FilterForm(props: {
  columns: { name: string; label: string }[];
  filter: { column: string; text: string } | null;
}) {
  const { columns, filter } = props;
  return (
    <form className="seek" aria-label="Filter">
      <label htmlFor="in">Rows whose</label>
      <select id="in" name="in" defaultValue={filter?.column}>
        {columns.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <label htmlFor="has">contains</label>
      <input id="has" name="has" defaultValue={filter?.text ?? ""} autoComplete="off" spellCheck={false} />
      <Button plain>Show</Button>
    </form>
  );
}
