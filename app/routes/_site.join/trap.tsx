/** A hidden field (a honeypot): bots that fill in everything fill it in too. */
export function Trap() {
  return (
    <div className="away" aria-hidden="true">
      <label htmlFor="homepage">Leave this empty</label>
      <input id="homepage" name="homepage" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
