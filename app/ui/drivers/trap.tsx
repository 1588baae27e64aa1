/** A hidden field (a honeypot): bots that fill in everything fill it in too. */
export function Trap({ name }: { name: string }) {
  return (
    <div className="away" aria-hidden="true">
      <label htmlFor={name}>Leave this empty</label>
      <input id={name} name={name} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
