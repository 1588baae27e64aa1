/** Says clearly that no real money moves; nothing in live mode. */
export function PaymentModeNotice({ mode }: { mode: "simulator" | "sandbox" | "live" }) {
  if (mode === "live") return null;
  return (
    <p className="test-mode" role="note">
      <b>Test payment.</b>{" "}
      {mode === "simulator"
        ? "This is a test site. No money moves, and you don't need a card."
        : "This is PayFast's test page. No money moves."}
    </p>
  );
}
