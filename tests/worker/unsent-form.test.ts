import { expect, test } from "vitest";
import { pageOfUnsentForm, type TypedField } from "../../app/worker/unsent-form";

const offlinePage = `<title>No connection · Thuma</title><main id="main"><h1>No connection</h1><template><h1>Not sent yet</h1><form method="post" action="/"><slot name="fields"></slot><button>Send again</button><slot name="typed">What you typed</slot></form></template></main><footer></footer>`;

const pageOf = (fields: [string, string][], ...typedForms: TypedField[][]) =>
  pageOfUnsentForm(offlinePage, { address: "https://thuma.example/ship/addresses?a=1&b=2", fields, typedForms });

test("uses the words of the template, and nothing of the page for lost addresses", () => {
  const page = pageOf([]);
  expect(page).toContain("<title>Not sent yet · Thuma</title>");
  expect(page).not.toContain("No connection");
  expect(page).not.toContain("template");
  expect(page).toContain('action="https://thuma.example/ship/addresses?a=1&amp;b=2"');
});

test("sends every field in order, repeated ones too, character by character", () => {
  const page = pageOf([
    ["key", "k1"],
    ["note", '1 < 2 & "$&" \'\r\n$1'],
    ["key", ""],
  ]);
  expect(page).toContain(
    `<input type="hidden" name="key" value="k1"><input type="hidden" name="note" value="1 &lt; 2 &amp; &quot;$&amp;&quot; &#39;\r\n$1"><input type="hidden" name="key" value="">`,
  );
});

test("shows what was typed with the page's own labels, and no keys", () => {
  const page = pageOf(
    [
      ["key", "k1"],
      ["toName", "Sipho"],
      ["toCell", ""],
    ],
    [
      { name: "toName", label: "Receiver: <Full name>", text: "Sipho" },
      { name: "toCell", label: "Receiver: Cell", text: "" },
      { name: "ofAnotherForm", label: "Other", text: "left over" },
    ],
  );
  expect(page).toContain(`<dt data-name="toName">Receiver: &lt;Full name&gt;</dt><dd>Sipho</dd>`);
  expect(page.match(/<dt/g)).toHaveLength(1);
});

test("without the page's labels it shows nothing, and still sends everything", () => {
  const page = pageOf([["toName", "Sipho"]]);
  expect(page).not.toContain("What you typed");
  expect(page).toContain('name="toName" value="Sipho"');
});

test("asks for passwords again, and sends none", () => {
  const page = pageOf(
    [
      ["password", "secret-1"],
      ["confirmPassword", "secret-2"],
    ],
    [
      { name: "password", label: "New password", text: "secret-1" },
      { name: "confirmPassword", label: "Once more", text: "" },
    ],
  );
  expect(page).not.toContain("secret");
  expect(page).toContain('<label for="password">New password</label><input type="password"');
  expect(page).toContain('<label for="confirmPassword">Once more</label><input type="password"');
});

test("of several forms being sent, each is shown as it was typed", () => {
  const typed = (text: string) => [
    { name: "note", label: "Note", text, value: text },
    { name: "box", label: "Box", text: "Flyer bag", value: "stock-1" },
    { name: "", label: "Search", text: "not sent", value: "not sent" },
  ];
  const sent = (note: string): [string, string][] => [
    ["note", note],
    ["box", "stock-1"],
  ];
  const typedForms = [typed("one\ntwo"), typed("three")];
  expect(pageOf(sent("one\r\ntwo"), ...typedForms)).toContain("<dd>one\ntwo</dd>");
  expect(pageOf(sent("three"), ...typedForms)).toContain("<dd>three</dd>");
  expect(pageOf(sent("four"), ...typedForms)).not.toContain("What you typed");
});
