import type { AppLoadContext } from "@remix-run/node";
import { boxOnTheWire } from "#app/domain/prices/contract/boxes";
import type { Overheard } from "#app/domain/prices/contract/pricing-service";
import { reply } from "#app/http/api/api.server";
import { replyQuote } from "#app/http/api/api-quote.server";
import { replyHealth } from "#app/http/api/reply-health.server";
import { release } from "#app/release.server";

/** The service that our pages use, overheard. Of our own tables is heard what `/v1` and `/health` send to programs. */
export function overheardPricing(context: AppLoadContext): Overheard {
  const { foreignPricing, ownPricing } = context.services;
  if (foreignPricing) return foreignPricing;
  return (hear) => {
    async function sent(response: Response): Promise<void> {
      hear({ status: response.status, text: await response.text() });
    }
    return {
      ...ownPricing,
      async boxes() {
        const boxes = await ownPricing.boxes();
        await sent(reply(boxes.map(boxOnTheWire)));
        return boxes;
      },
      async quoteLocal(request) {
        const quote = await ownPricing.quoteLocal(request);
        await sent(await replyQuote(context, request, quote));
        return quote;
      },
      async quoteInternational(request) {
        const quote = await ownPricing.quoteInternational(request);
        await sent(await replyQuote(context, request, quote));
        return quote;
      },
      async health() {
        const response = await replyHealth(context.services, release);
        await sent(response);
        return { ok: response.ok };
      },
    };
  };
}
