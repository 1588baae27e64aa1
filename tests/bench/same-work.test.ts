import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { answers, wrongAnswers } from "../../bench/form.mjs";
import { bundleStep } from "../../bench/same-work/bundle.mjs";
import { aFolder, placeDatabase } from "../support/a-store";
import { importAsNode } from "../support/import-as-node.mjs";

type Step = typeof import("../../bench/same-work/step");

const url = "http://localhost:3000/ship/addresses";

function posted(fields: Record<string, string>, cookie = ""): Request {
  return new Request(url, { method: "POST", body: new URLSearchParams(fields), headers: { cookie } });
}

test("our step without its framework takes and shows what ours does, for the peers of the bench", async () => {
  process.env.SITE_DATA = aFolder();
  onTestFinished(() => {
    delete process.env.SITE_DATA;
  });
  placeDatabase(path.join(process.env.SITE_DATA, "courier.db"));
  const file = path.resolve("build/bench/step.js");
  await bundleStep(file);
  const { show, take } = await importAsNode<Step>(pathToFileURL(file).href);

  const blank = await show(new Request(url));
  expect(blank).toEqual({ values: { toCountry: "South Africa" }, keys: {}, trip: null });

  const taken = await take(posted(answers));
  if (!taken.isTaken) throw new Error(JSON.stringify(taken.errors));
  expect(taken.href).toBe("/ship/parcel");
  expect(taken.cookies.map(({ name }) => name)).toEqual(["draft_addresses"]);
  const cookie = taken.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

  const shown = await show(new Request(url, { headers: { cookie } }));
  expect(shown.values).toMatchObject(answers);
  // The days are those of the database's rate card.
  expect(shown.trip).toMatchObject({ from: "Katlehong 1431", to: "Soweto 1804", delivery: expect.any(String) });
  expect(Object.keys(shown.keys)).toEqual(["draft", "seen"]);

  const refused = await take(posted(wrongAnswers));
  expect(!refused.isTaken && Object.keys(refused.errors)).toEqual(["fromEmail", "fromPostal", "toName"]);
  // Only our list of places knows that Soweto isn't at Khayelitsha's code.
  const elsewhere = await take(posted({ ...answers, toPostal: "7784" }));
  expect(!elsewhere.isTaken && elsewhere.errors.toPostal).toEqual(["7784 is Khayelitsha. Soweto is 1804."]);
  // Another tab has saved other answers: the form doesn't say that it knows them.
  const unseen = await take(posted({ ...answers, toName: "Zodwa Khumalo" }, cookie));
  expect(unseen.isTaken).toBe(false);
});
