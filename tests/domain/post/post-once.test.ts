import { expect, onTestFinished, test } from "vitest";
import { postOnce } from "#app/domain/post/post-once.server";
import { type Reaction, startEmailjs } from "../../support/emailjs-stand-in";

test("the answer's status and text are returned, without the space around it", async () => {
  const { url, requests } = await aProvider({ status: 201, text: " Created \n" });
  expect(await post(url)).toEqual({ status: 201, text: "Created" });
  expect(requests).toEqual([{ path: "/send", contentType: "text/plain", body: "Dumela" }]);
});

test("of a long answer the start is kept, so that an endless one doesn't fill the memory", async () => {
  const { url } = await aProvider({ status: 200, text: "x".repeat(1_000_000) });
  expect((await post(url)).text).toHaveLength(10_000);
});

test.each<Reaction>(["hang", "cut line"])("a %s is an error, within the time limit", async (reaction) => {
  const { url } = await aProvider(reaction);
  await expect(post(url)).rejects.toThrow();
});

const post = (url: string) =>
  postOnce(new URL("/send", url), { "Content-Type": "text/plain" }, Buffer.from("Dumela"), 300);

async function aProvider(reaction: Reaction) {
  const provider = await startEmailjs(() => reaction);
  onTestFinished(provider.stop);
  return provider;
}
