/** Says loudly that no money moves; nothing in live mode. */
export function PaymentModeNotice({ mode }: { mode: "simulator" | "sandbox" | "live" }) {
  if (mode === "live") return null;
  return (
    <p className="test-mode" role="note">
      <b>Test payment.</b>{" "}
      {mode === "simulator"
        ? "This site is trying out payments: no money moves and no card is needed."
        : "This is the payment provider's test page: no money moves."}
    </p>
  );
}
