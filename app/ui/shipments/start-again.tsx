/** Clears the draft: phones are shared. */
export function StartAgain({ action }: { action: string }) {
  return (
    <form method="post" action={action} className="no-print">
      <p className="hint">Using a shared phone, or sending something else?</p>
      <button type="submit" className="button plain">
        Start again
      </button>
    </form>
  );
}
