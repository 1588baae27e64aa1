import { blockKey } from "#app/domain/accounts/keys.server";
import { commandNamed, listNamed, say } from "#app/language/say";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";

export const blockApiKey = command({
  name: "block api-key",
  also: "leaked key, shop's key, stolen",
  page: "check first",
  right: "manager",
  summary: "revoke the key of a shop's program, for good",
  more: say`The bookings that it made stay. The shop can make another key; to stop its bookings too, use
    ${commandNamed("block customer")}. ${listNamed("api_keys")} lists the keys. If somebody found a key, you can type
    the key itself instead of its id.`,
  needs: "a shop's key",
  examples: ["block api-key q2Xb0vT7yC1n8sKfWm3e5A"],
  arguments: {
    key: {
      kind: "word",
      label: "the key's id, or the key itself",
      required: say`Which key? ${listNamed("api_keys")} lists them.`,
    },
  },
  async run({ key: typed }, desk) {
    return act(desk, async (tx) => {
      const found = await blockKey(tx, typed, desk.now);
      // The record has the key's id: never what was typed, which may be the key itself.
      if (!found) return notDone(say`There is no such key. ${listNamed("api_keys")} lists them.`);
      const { key, isNews } = found;
      const shown = `The key “${key.name}” (${key.start}…)`;
      if (!isNews) return did(null, say`${shown} is revoked already.`);
      return did({ action: "blocked API key", subject: key.id, details: key.start }, say`${shown} no longer works.`);
    });
  },
});
