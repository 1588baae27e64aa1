import type { ActionFunctionArgs } from "@remix-run/node";
import type { Config } from "#app/config.server";
import { type SenderChecks, takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { confirmWithPayfast } from "#app/domain/money/confirm-with-payfast.server";
import { payfastHosts } from "#app/domain/money/payfast-hosts.server";
import { FROM_PAYFAST } from "#app/domain/money/unsigned-notices.server";
import { senderOf } from "#app/http/forms/spam-guard.server";
import { addressInEmails } from "#app/http/pages/site-address.server";
import { log } from "#app/log.server";

const CONFIRM_PATIENCE_MS = 8_000;

/**
 * PayFast's notice (ITN). 200 once it is processed; 400 if it is refused; 503 if it can't be checked now, so that
 * PayFast sends it again.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = context.services.gateway;
  if (!merchant) return new Response("No payment account is set up.", { status: 503 });
  const { store, sendEmails, isPayfastAddress } = context.services;
  const clientAddress = context.clientAddress ?? "";
  const network = isPayfastAddress(clientAddress)
    ? FROM_PAYFAST
    : (senderOf(context.settings, clientAddress) ?? "unknown");
  const received = { body: await request.text(), clientAddress, network };
  const receipt = await takeNotice(
    store,
    merchant,
    senderChecks(context.settings, isPayfastAddress),
    received,
    addressInEmails(request, context.settings),
    new Date(),
  );
  if (receipt.kind === "refused") log.warn({ reason: receipt.why }, "a payment notice was refused");
  if (receipt.kind === "settled") sendEmails();
  const status = { settled: 200, refused: 400, ask_again: 503 }[receipt.kind];
  return new Response(receipt.kind === "settled" ? "OK" : "Not accepted", {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}

export const loader = () => new Response("Method Not Allowed", { status: 405, headers: { Allow: "POST" } });

/**
 * The checks of a notice: its sender's address, for real money, and PayFast's confirmation. The simulator has neither.
 */
function senderChecks(settings: Config, isPayfastAddress: SenderChecks["isSender"]): SenderChecks {
  const { mode, validateUrl } = settings.payfast;
  return {
    isSender: (address) => mode !== "live" || isPayfastAddress(address),
    confirm: async (signedPart) =>
      mode === "simulator"
        ? "valid"
        : confirmWithPayfast(signedPart, validateUrl ?? payfastHosts[mode].validateUrl, {
            timeoutMs: CONFIRM_PATIENCE_MS,
          }),
  };
}
