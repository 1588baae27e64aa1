import { expect, test } from "vitest";
import { refuseUnlike } from "../../bench/likeness.mjs";

const PAGE =
  '<html><head><title>Send</title><meta name="robots" content="noindex"></head><body><h1 class="big">Send a parcel</h1><input type="hidden" name="draft" value="1"><input name="to" value="Soweto"></body></html>';

/** A contestant that draws the same page everywhere but on those that are given. */
function drawing(title: string, others: Record<string, string> = {}) {
  const url = `http://127.0.0.1/${title}`;
  const pages = ["home", "ship", "first", "draft", "invalid"].map((name) => {
    const html = others[name] ?? PAGE;
    return [name, { answer: { text: async () => html } }] as const;
  });
  return { title, url, requests: Object.fromEntries(pages) };
}

test("a peer whose pages differ only in drafts' numbers and in spaces is like ours", async () => {
  const draft = PAGE.replace('value="1"', 'value="2"')
    .replace("<h1", "\n  <h1")
    .replace("Send a parcel", "Send  a parcel ");
  await expect(refuseUnlike([drawing("Ours"), drawing("Peer", { draft })])).resolves.toBeUndefined();
});

test.each([
  ["a word", ["Send a parcel", "Send parcels"], 'first: "…Send Sendaparcel'],
  ["what was typed", ['value="Soweto"', ""], "first: "],
  ["a class", ['class="big"', ""], 'first: <h1 class="big"> and nothing'],
  ["an element", ["</h1>", '</h1><a href="/track"></a>'], 'first: nothing and <a href="/track">'],
])(
  "a run ends, and names the peer and its page, when %s differs",
  async (_what, [our = "", their = ""], difference) => {
    const peer = drawing("Peer", { first: PAGE.replace(our, their) });
    await expect(refuseUnlike([drawing("Ours"), drawing("Other"), peer])).rejects.toThrow(
      `Peer doesn't draw what ours draws: ${difference}`,
    );
  },
);
