import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { contact } from "#app/contact";
import { applicationsThroughEmailjs, goesThroughEmailjs } from "#app/domain/post/emailjs.server";
import { type Envelope, fileTransport, messageOf, writeMessage } from "#app/domain/post/transport.server";
import { aFolder } from "../../support/a-store";

const at = new Date("2026-11-16T08:00:00Z");
const envelope: Envelope = {
  ...{ id: "an-id", to: "thandi@example.co.za", subject: "Booked", text: "Booked.", html: "<p>Booked.</p>" },
  ...{ at, templateParams: null },
};
const attempt = () => ({
  signal: new AbortController().signal,
  textLeaves: () => undefined,
  answered: () => undefined,
});

test("a message is written into one file, named by its day, however often it is sent", async () => {
  const folder = path.join(aFolder(), "not", "there", "yet");
  await writeMessage(folder, envelope, "sms", "first");
  await writeMessage(folder, envelope, "sms", "second");
  expect(readdirSync(folder)).toEqual(["2026-11-16-an-id.sms"]);
  expect(readFileSync(path.join(folder, "2026-11-16-an-id.sms"), "utf8")).toBe("second");
});

test("an email in a file has left as soon as it is tried", async () => {
  const folder = aFolder();
  const counted = { ...attempt(), textLeaves: vi.fn() };
  await fileTransport(folder, "Thuma <no-reply@thuma.example>").send(envelope, counted);
  expect(counted.textLeaves).toHaveBeenCalledTimes(1);
  expect(readdirSync(folder)).toEqual(["2026-11-16-an-id.eml"]);
});

test.each([
  ["no-reply@thuma.example", "<an-id@thuma.example>"],
  ["Thuma Couriers <no-reply@thuma.example>", "<an-id@thuma.example>"],
  ['"Thuma @ work" <no-reply@thuma.example> ', "<an-id@thuma.example>"],
])("an email from %s keeps its message id %s", (from, messageId) => {
  expect(messageOf(envelope, from)).toEqual({
    ...{ from, to: "thandi@example.co.za", subject: "Booked", text: "Booked.", html: "<p>Booked.</p>" },
    ...{ date: at, messageId },
    ...{ replyTo: contact().email.contact, headers: { "Auto-Submitted": "auto-generated" } },
  });
});

test("applications go through EmailJS if it is configured, everything else as usual", async () => {
  const sent: string[] = [];
  const usual = { send: async ({ subject }: Envelope) => void sent.push(subject) };
  expect(applicationsThroughEmailjs({}, usual)).toBe(usual);
  expect([goesThroughEmailjs({}), goesThroughEmailjs({ userId: "user_1" })]).toEqual([false, true]);
  const transport = applicationsThroughEmailjs({ userId: "user_1" }, usual);
  await transport.send(envelope, attempt());
  expect(sent).toEqual(["Booked"]);
  await expect(transport.send({ ...envelope, templateParams: { a: "b" } }, attempt())).rejects.toThrow("service ID");
  expect(sent).toEqual(["Booked"]);
});
