import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { sentForm } from "../../server/sent-form";
import { multipart } from "../support/multipart";

const APP_URL = "http://localhost:3000";

function sent(body: Buffer | string, headers: IncomingMessage["headers"]) {
  const request = { headers: { origin: APP_URL, ...headers } } as IncomingMessage;
  return sentForm(request, new URL("/account/password?next=a", APP_URL), Buffer.from(body), APP_URL);
}

test("a form to be sent again has all but passwords, in the order in which it came", async () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const body = "name=Thandi&currentPassword=a&confirmPassword=b&currentPassword=c&name=&key=k";
  expect(await sent(body, type)).toEqual({
    action: "/account/password?next=a",
    isMultipart: false,
    fields: [
      { name: "name", value: "Thandi" },
      { name: "name", value: "" },
      { name: "key", value: "k" },
    ],
    passwords: ["currentPassword", "confirmPassword"],
    files: [],
  });
  expect(await sent(body, { ...type, origin: "https://evil.example" })).toBeUndefined();
});

test("files are named and not kept: a picture, a list, but none where none was chosen", async () => {
  const file = (fileName: string, mime: string, content: string) =>
    multipart(new URLSearchParams({ note: "at the gate" }), { name: "photo", fileName, type: mime, content });
  const of = ({ body }: RequestInit) => sent(body as Buffer, { "content-type": "multipart/form-data; boundary=edge" });
  expect(await of(file("gate.jpg", "image/jpeg", "..."))).toMatchObject({
    isMultipart: true,
    fields: [{ name: "note", value: "at the gate" }],
    files: [{ name: "photo", fileName: "gate.jpg", isPicture: true }],
  });
  expect(await of(file("list.csv", "text/csv", "a,b"))).toMatchObject({ files: [{ isPicture: false }] });
  expect(await of(file("none.jpg", "image/jpeg", ""))).toMatchObject({ files: [] });
  // Node refuses this body, and Remix, which takes its place in a site, finds nothing in it.
  const nothing = await sent("no parts at all", { "content-type": "multipart/form-data; boundary=x" });
  expect(nothing?.fields ?? []).toEqual([]);
});
