import { describe, expect, test } from "vitest";
import { addressesSchema, HOME_COUNTRY } from "#app/domain/form/addresses";
import { addresses } from "../../../demo/typed-answers";

const countries = ["Botswana", "Brazil"];

describe("what must be there", () => {
  test.each([
    ["fromName", "Sender full name is required"],
    ["fromEmail", "Sender email is required"],
    ["fromPhone", "Sender phone is required"],
    ["fromAddressLine", "Sender address is required"],
    ["fromCity", "Sender city is required"],
    ["fromPostal", "Sender postal is required"],
    ["toName", "Receiver full name is required"],
    ["toEmail", "Receiver email is required"],
    ["toPhone", "Receiver phone is required"],
    ["toAddressLine", "Receiver address is required"],
    ["toCity", "Receiver city is required"],
    ["toPostal", "Receiver postal is required"],
  ])("%s: %s", (field, message) => {
    for (const blank of [undefined, "", "   ", "\t\r\n", "\u00a0\u2028", "\u200b\u200d"])
      expect(complaints({ [field]: blank })).toEqual({ [field]: message });
  });

  test("every blank field is named at once", () => {
    const nothing = Object.fromEntries(Object.keys(addresses).map((field) => [field, ""]));
    expect(Object.keys(complaints(nothing))).toHaveLength(12);
  });

  test.each(["fromCell", "fromSuburb", "fromLandmark", "toCell", "toSuburb", "toLandmark"])(
    "%s may be blank",
    (field) => {
      expect(complaints({ [field]: "  " })).toEqual({});
      expect(complaints({ [field]: undefined })).toEqual({});
    },
  );

  test("one character is too short for a name, address or city", () => {
    expect(complaints({ fromName: "T", toAddressLine: " 7 ", toCity: "X" })).toEqual({
      fromName: "Sender full name is required",
      toAddressLine: "Receiver address is required",
      toCity: "Receiver city is required",
    });
  });
});

describe("a text that is too long is refused with its limit, and accepted up to it", () => {
  test.each([
    ["fromName", 60, "Sender full name must be at most 60 characters"],
    ["fromAddressLine", 100, "Sender address must be at most 100 characters"],
    ["fromSuburb", 50, "Sender suburb must be at most 50 characters"],
    ["toCity", 50, "Receiver city must be at most 50 characters"],
    ["toLandmark", 120, "Receiver landmark must be at most 120 characters"],
  ])("%s: %i characters", (field, limit, message) => {
    expect(complaints({ [field]: "x".repeat(limit) })).toEqual({});
    expect(complaints({ [field]: "x".repeat(limit + 1) })).toEqual({ [field]: message });
    expect(complaints({ [field]: ` ${"x".repeat(limit)} ` })).toEqual({});
  });
});

test("a text counts as it is stored, however many spaces and unseen signs came with it", () => {
  const typed = (letters: number) => ({ fromName: " \u200b".repeat(500) + "x".repeat(letters) });
  expect(complaints(typed(60))).toEqual({});
  expect(read(typed(61)).error?.issues.map(({ message }) => message)).toEqual([
    "Sender full name must be at most 60 characters",
  ]);
});

describe("an email address", () => {
  test.each(["thandi@example.co.za", "a@b.co", "THANDI+parcels@mail.example", " thandi@example.co.za "])(
    "%s",
    (typed) => {
      expect(complaints({ fromEmail: typed })).toEqual({});
    },
  );

  test.each([
    "thandi",
    "thandi@",
    "@example.co.za",
    "thandi@example",
    "a b@example.co.za",
    "a@b@c.d",
    "thandi@exämple.co.za",
  ])("not %s", (typed) => {
    expect(complaints({ toEmail: typed })).toEqual({ toEmail: "Receiver email must look like name@example.co.za" });
  });

  test("can't smuggle a second receiver into an email", () => {
    expect(complaints({ fromEmail: "a@b.co,\r\nBcc: all@b.co" })).not.toEqual({});
    expect(complaints({ fromEmail: "a@b.co\nc@d.co" })).not.toEqual({});
  });

  test.each(["a,b@x.co", "a;b@x.co", "a<b@x.co", "Win<b@x.co>", "a(c)b@x.co", "a:b@x.co", "b@x.co,", '"a"b@x.co'])(
    "nor lead an email to another mailbox than it seems to: %s",
    (typed) => {
      expect(complaints({ fromEmail: typed })).toEqual({ fromEmail: "Sender email must look like name@example.co.za" });
    },
  );

  test("may hold what mail servers allow in names", () => {
    expect(complaints({ fromEmail: "o'brien_t.x+p=1@mail-2.example.co.za" })).toEqual({});
  });
});

describe("a phone number", () => {
  test.each(["0821234567", "082 123 4567", "082-123-4567", "+27 (0)82 123 4567", "(011) 555.0101", "1234567"])(
    "%s",
    (typed) => {
      expect(complaints({ fromPhone: typed, toCell: typed })).toEqual({});
    },
  );

  test.each([
    ["123456", "Sender phone must have at least 7 digits"],
    ["(((( ))))", "Sender phone must have at least 7 digits"],
    ["call my neighbour", "Sender phone may only have digits, spaces and + ( ) -"],
  ])("not %s: %s", (typed, message) => {
    expect(complaints({ fromPhone: typed })).toEqual({ fromPhone: message });
  });
});

test.each([
  "a..b@example.com",
  ".a@example.com",
  "a.@example.com",
  "pieter@gmail..com",
  "pieter@-gmail.com",
  "pieter@gmail-.com",
  "pieter@.gmail.com",
  "pieter@gmail.com.",
  "pieter@gmail",
  "pieter@gma_il.com",
  `${"p".repeat(65)}@example.com`,
  "a b@example.com",
  "a@b@example.com",
  "zoë@example.com",
])("an email that no mail server takes is refused while its writer is there: %s", (typed) => {
  const message = "Sender email must look like name@example.co.za";
  expect(complaints({ fromEmail: typed })).toEqual({ fromEmail: message });
});

const TWO = "Sender phone takes one number. Write one number here, and the other in Cell";
const EXTENSION = "Sender phone takes a number without an extension. Write the extension in the special instructions";

test.each([
  ["011 555 1234/5", TWO],
  ["011 555 1234 / 011 555 1235", TWO],
  ["082 123 4567, 083 123 4567", TWO],
  ["0821234567 or 0831234567", TWO],
  ["082 123 4567 of 083 123 4567", TWO],
  ["082 123 4567; 083 123 4567", TWO],
  ["+27 82 123 4567 & +27 83 123 4567", TWO],
  ["0821234567 0831234567", TWO],
  ["011 555 1234 x12", EXTENSION],
  ["011 555 1234 ext. 12", EXTENSION],
  ["011 555 1234 Extension 7", EXTENSION],
  ["0115551234#9", EXTENSION],
])("%s in the field of a phone: %s", (typed, message) => {
  expect(complaints({ fromPhone: typed })).toEqual({ fromPhone: message });
  const ofCell = message.replace("phone", "cell").replace(/Write one number here.*/, "Write the one to phone first");
  expect(complaints({ fromCell: typed })).toEqual({ fromCell: ofCell });
});

test.each([
  "082/511/0003",
  "082.511.0002",
  "(082) 511-0001",
  "+27 (0)82 511 0001",
  "+2348021234567",
  "0027 82 511 0001",
])("%s is one phone", (typed) => {
  expect(complaints({ fromPhone: typed, fromCell: typed })).toEqual({});
});

test("a phone number that is too short gets one error", () => {
  const { error } = read({ fromPhone: "12" });
  expect(error?.issues.map(({ message }) => message)).toEqual(["Sender phone must have at least 7 digits"]);
});

describe("a postal code", () => {
  test.each(["1431", " 1431 ", "14 31", "1 4 3 1", "0002", "१४३१", "１４３１"])("%s here", (typed) => {
    expect(complaints({ fromPostal: typed, toPostal: typed })).toEqual({});
    expect(accepted({ fromPostal: typed }).fromPostal).toMatch(/^(?:1431|0002)$/);
  });

  test.each(["181", "2", " 18 1 "])("%j, which a spreadsheet has cut, is said with its first 0", (typed) => {
    const code = typed.replaceAll(" ", "").padStart(4, "0");
    const hint = `postal code must have 4 digits. If a spreadsheet has dropped its first 0, it is ${code}`;
    expect(complaints({ fromPostal: typed })).toEqual({ fromPostal: `Sender ${hint}` });
  });

  test.each(["018", "14311", "abcd", "०१४"])("not %s here", (typed) => {
    expect(complaints({ fromPostal: typed })).toEqual({ fromPostal: "Sender postal code must have 4 digits" });
    expect(complaints({ toPostal: typed })).toEqual({ toPostal: "Receiver postal code must have 4 digits" });
  });

  test("of a receiver abroad may be blank, else it has at least 3 letters or digits", () => {
    const abroad = { toCountry: "Botswana" };
    for (const typed of ["", "123", "SW1A 1AA", "01310-100"])
      expect(complaints({ ...abroad, toPostal: typed })).toEqual({});
    expect(complaints({ ...abroad, toPostal: "12" })).toEqual({
      toPostal: "Receiver postal must have at least 3 characters",
    });
    expect(complaints({ ...abroad, toPostal: "<1431>" })).toEqual({
      toPostal: "Receiver postal may only have letters and digits",
    });
  });
});

describe("the country", () => {
  test("is South Africa until another is chosen", () => {
    expect(accepted({})).toMatchObject({ fromCountry: "South Africa", toCountry: "South Africa" });
    expect(accepted({ toCountry: "Brazil", toPostal: "" })).toMatchObject({ toCountry: "Brazil", toPostal: "" });
  });

  test("of the receiver is one that we know; of the sender it is ours", () => {
    expect(complaints({ toCountry: "Atlantis" })).toEqual({
      toCountry: "Receiver country must be chosen from the list",
    });
    expect(complaints({ fromCountry: "Brazil" })).toEqual({ fromCountry: "We collect in South Africa only" });
  });
});

describe("text is stored normalised", () => {
  test("one space between words, none around them, no line breaks or control characters", () => {
    expect(accepted({ fromName: "  Thandi \t\r\n  Nkosi\u0007 " }).fromName).toBe("Thandi Nkosi");
  });

  test("letters typed in two parts are the same letters", () => {
    expect(accepted({ toName: "Zoe\u0308 Nkosi" }).toName).toBe("Zoë Nkosi");
  });

  test("half an emoji becomes the replacement character, so that no later step fails on it", () => {
    expect(accepted({ fromName: "Thandi \ud83d", toName: "\ude00 Sipho" })).toMatchObject({
      fromName: "Thandi \ufffd",
      toName: "\ufffd Sipho",
    });
    expect(accepted({ fromName: "Thandi 😀" }).fromName).toBe("Thandi 😀");
  });
});

function read(typed: Record<string, string | undefined>) {
  const schema = addressesSchema((typed.toCountry ?? HOME_COUNTRY) === HOME_COUNTRY ? "home" : "abroad", (name) =>
    countries.includes(name),
  );
  return schema.safeParse({ ...addresses, ...typed });
}

function accepted(typed: Record<string, string | undefined>) {
  return read(typed).data ?? expect.fail(JSON.stringify(complaints(typed)));
}

/** The errors by field; the first message of each, as the page shows it. */
function complaints(typed: Record<string, string | undefined>): Record<string, string> {
  const issues = read(typed).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join("."), issue.message]));
}

test("a post box is asked about beside all else that is wrong, also beside a field left blank", () => {
  const wrong = complaints({ fromName: "", toCell: "082 555 0199 or 083 555 0188", toAddressLine: "PO Box 9" });
  expect(Object.keys(wrong).toSorted()).toEqual(["fromName", "toAddressLine", "toCell"]);
});
