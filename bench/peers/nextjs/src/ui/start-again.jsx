export function StartAgain() {
  return (
    <form method="post" action="/ship/start-again" className="again no-print">
      <p className="hint">Using a shared phone, or sending something else?</p>
      <button type="submit" name="intent" value="yes" className="button plain">
        Start again
      </button>
    </form>
  );
}
