export function Trip({ from, to, delivery }) {
  return (
    <aside className="aside notice info" aria-label="Your route">
      <p>
        <b>
          {from} to {to}
        </b>{" "}
        <span className="line">{delivery}</span>
      </p>
    </aside>
  );
}
