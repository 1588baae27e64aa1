import { MINUTES } from "#app/durations";
import type { Checks } from "./checks";
import { NotedPayments } from "./noted-payments";
import { NotedRefunds } from "./noted-refunds";
import type { World } from "./world";

/** The office's bookkeeper: notes money of another amount than a price, and refunds by payment, by list and as goodwill. */
export async function keepTheBooks(world: World, checks: Checks): Promise<void> {
  const payments = new NotedPayments(world, checks);
  const refunds = new NotedRefunds(world, checks);
  for (;;) {
    await world.pause(1 * MINUTES);
    const does = world.random.weighed({
      refunds: 6,
      refundsTogether: 2,
      isKind: 2,
      undoesRefund: 2,
      notesPart: 4,
      notesOther: 1,
      notesWhole: 4,
    });
    if (does === "refunds") await refunds.refund();
    if (does === "refundsTogether") await refunds.refundTogether();
    if (does === "isKind") await refunds.refundOfGoodwill();
    if (does === "undoesRefund") await refunds.undoRefund();
    if (does === "notesPart") await payments.notePart();
    if (does === "notesOther") await payments.noteOther();
    if (does === "notesWhole") await payments.noteWhole();
  }
}
