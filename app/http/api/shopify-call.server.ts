import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { type ShopifyShop, shopByNumber } from "#app/domain/accounts/shopify-shop.server";
import { networkOf } from "#app/domain/values/network.server";
import { SECONDS } from "#app/durations";
import { refuse } from "./api.server";
import { countedBy } from "./api-limit.server";

/** The shop whose number a call's address has; or the answer to a wrong one. Only wrong ones are counted by network. */
export async function shopOfCall({ params, context }: ActionFunctionArgs): Promise<ShopifyShop | Response> {
  const shop = await shopByNumber(context.services.store.read, params.shop ?? "");
  return shop ?? (await refuseStranger(context, 404, "No shop has this address. Its owner may have renewed it."));
}

/** A call's body as it came, because its bytes are signed; and what it says, null if it isn't JSON. */
export async function bodyOfShop(request: Request): Promise<{ bytes: Buffer; sent: unknown }> {
  const bytes = Buffer.from(await request.arrayBuffer());
  try {
    return { bytes, sent: JSON.parse(bytes.toString("utf8")) };
  } catch {
    return { bytes, sent: null };
  }
}

/** Refuses a call that isn't a shop's, more shortly if too many came from its network. */
export async function refuseStranger(context: AppLoadContext, status: number, why: string): Promise<Response> {
  const leftMs = await countedBy(context, "apiFromNetwork", networkOf(context.clientAddress));
  return leftMs === null ? refuse(status, why) : tooMany(leftMs);
}

/** Refuses what came too often. */
export const tooMany = (leftMs: number) =>
  refuse(429, "Too many requests. Wait a little.", {
    headers: { "Retry-After": Math.max(1, Math.ceil(leftMs / SECONDS)) },
  });

/** Both addresses take POST alone. */
export const onlyPost = () => refuse(405, "This address accepts only POST.", { headers: { Allow: "POST" } });
