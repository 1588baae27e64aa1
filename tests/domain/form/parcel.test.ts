import { describe, expect, test } from "vitest";
import { parcelSchema } from "#app/domain/form/parcel";
import { parcel } from "../../../demo/typed-answers";
import { days, offeredDays, weights } from "../../support/corpus/files";

const offered = {
  boxMessage: "Please select a packaging type.",
  knowsBox: (id: string) => id === "flyer-bag",
  days: ["2026-11-23", "2026-12-01"],
  dayMessage: "Collection day must be chosen from the list",
};

describe("packaging", () => {
  test.each([undefined, "", "a-box-of-another-shop"])("must be chosen from ours: not %s", (selectedBoxId) => {
    expect(complaints({ selectedBoxId })).toEqual({ selectedBoxId: "Please select a packaging type." });
  });
});

describe("quantity", () => {
  test("is 1 by default", () => {
    expect(accepted({ quantity: undefined }).quantity).toBe(1);
    expect(accepted({ quantity: " " }).quantity).toBe(1);
    expect(accepted({ quantity: " 12 " }).quantity).toBe(12);
    expect(accepted({ quantity: "100" }).quantity).toBe(100);
  });

  test.each([
    ["0", "Quantity must be at least 1."],
    ["-3", "Quantity must be at least 1."],
    ["0,5", "Quantity must be at least 1."],
    ["two", "Quantity must be at least 1."],
    ["Infinity", "Quantity must be at least 1."],
    ["1,5", "Quantity must be a whole number."],
    ["101", "Quantity must be at most 100. For more, ask us for a quote by email."],
  ])("%s: %s", (quantity, message) => {
    expect(complaints({ quantity })).toEqual({ quantity: message });
  });
});

describe("declared value", () => {
  test.each([
    ["", 0],
    [undefined, 0],
    ["0", 0],
    ["1500", 1500_00],
    ["R 1 500,50", 1500_50],
    ["1500.50", 1500_50],
    ["1 000 000", 1_000_000_00],
  ])("%s rand are %s cents", (declaredValue, cents) => {
    expect(accepted({ declaredValue }).declaredCents).toBe(cents);
    expect(accepted({ declaredValue })).not.toHaveProperty("declaredValue");
  });

  test.each([
    ["-1", "Declared value cannot be negative."],
    ["a lot", "Declared value must be an amount in rand, such as 1 234,50."],
    ["1000000,01", "Declared value must be at most R 1 000 000."],
  ])("%s: %s", (declaredValue, message) => {
    expect(complaints({ declaredValue })).toEqual({ declaredValue: message });
  });

  test("is refused if it could mean two amounts: 1,500 is fifteen hundred to some and one and a half to others", () => {
    expect(complaints({ declaredValue: "1,500" })).toEqual({
      declaredValue: "Declared value must be an amount in rand, such as 1 234,50.",
    });
    expect(complaints({ declaredValue: "1.500" })).toEqual({
      declaredValue: "Declared value must be an amount in rand, such as 1 234,50.",
    });
  });
});

describe("weight", () => {
  test.each([
    ["", undefined],
    ["  ", undefined],
    [undefined, undefined],
    ["2,5", 2.5],
    ["0.25", 0.25],
    ["1 000", 1000],
  ])("%s is %s kg", (weight, kg) => {
    expect(accepted({ weight }).weight).toBe(kg);
  });

  test.each(weights)("%s: %j", (_, weight, kg) => {
    expect(accepted({ weight }).weight).toBe(kg);
  });

  test.each([
    ["0", "Weight must be greater than 0 (or leave blank)."],
    ["-2", "Weight must be greater than 0 (or leave blank)."],
    ["heavy", "Weight must be greater than 0 (or leave blank)."],
    ["1000,1", "Weight must be at most 1000 kg."],
  ])("%s: %s", (weight, message) => {
    expect(complaints({ weight })).toEqual({ weight: message });
  });
});

describe("texts", () => {
  test.each([
    ["specialInstructions", 300, "Special instructions must be at most 300 characters"],
    ["customsDesc", 300, "Customs description must be at most 300 characters"],
    ["parcelDesc", 100, "What is inside must be at most 100 characters"],
  ])("%s may be blank, and has at most %i characters", (field, limit, message) => {
    expect(complaints({ [field]: undefined })).toEqual({});
    expect(complaints({ [field]: "x".repeat(limit) })).toEqual({});
    expect(complaints({ [field]: "x".repeat(limit + 1) })).toEqual({ [field]: message });
  });

  test("a line break counts as one character, as in the browser's counter, though it is sent as two", () => {
    const typed = "x\r\n".repeat(149).concat("xx");
    expect(typed.length).toBeGreaterThan(300);
    expect(complaints({ specialInstructions: typed })).toEqual({});
    expect(accepted({ specialInstructions: "Ring twice.\r\nBeware\rof the dog." }).specialInstructions).toBe(
      "Ring twice.\nBeware\nof the dog.",
    );
  });

  test("blank lines around it are left out, those within stay", () => {
    expect(
      accepted({ specialInstructions: " \n Ring twice.\n\n\u00a0Beware of the dog.\n " }).specialInstructions,
    ).toBe("Ring twice.\n\n Beware of the dog.");
  });

  test("half an emoji becomes the replacement character", () => {
    expect(accepted({ specialInstructions: "Handle with \ud83d" }).specialInstructions).toBe("Handle with \ufffd");
  });
});

describe("a collection day", () => {
  test.each(days)("%s: %j", (_, collectionDay, day) => {
    const read = parcelSchema({ ...offered, days: offeredDays }).safeParse({ ...parcel, collectionDay });
    expect(read.data?.collectionDay ?? null).toBe(day);
  });

  test("that can be two days on offer is asked", () => {
    const twice = { ...offered, days: ["2026-12-01", "2027-01-12"] };
    const { error } = parcelSchema(twice).safeParse({ ...parcel, collectionDay: "01/12" });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "Collection day 01/12 can be 2026-12-01 or 2027-01-12. Write the one that you mean",
    ]);
  });

  const schema = parcelSchema({ ...offered, days: ["2026-11-23"] });

  test.each([
    ["", []],
    ["2026-11-23", []],
    ["2026-11-24", ["Collection day must be chosen from the list"]],
  ])("%j", (collectionDay, messages) => {
    const issues = schema.safeParse({ ...parcel, collectionDay }).error?.issues ?? [];
    expect(issues.map(({ message }) => message)).toEqual(messages);
  });
});

test("numbers that are too long to parse are refused in words, once", () => {
  const long = "1".repeat(41);
  expect(complaints({ declaredValue: long })).toEqual({
    declaredValue: "Declared value must be an amount in rand, such as 1 234,50.",
  });
  expect(complaints({ weight: long })).toEqual({ weight: "Weight must be at most 1000 kg." });
  expect(read({ quantity: long }).error?.issues).toHaveLength(1);
  expect(read({ quantity: "0,5" }).error?.issues).toHaveLength(1);
  expect(read({ selectedBoxId: "x".repeat(61) }).error?.issues.map(({ message }) => message)).toEqual([
    "Please select a packaging type.",
  ]);
  expect(accepted({ declaredValue: "  " }).declaredCents).toBe(0);
});

function read(typed: Record<string, string | undefined>) {
  return parcelSchema(offered).safeParse({ ...parcel, ...typed });
}

function accepted(typed: Record<string, string | undefined>) {
  return read(typed).data ?? expect.fail(JSON.stringify(complaints(typed)));
}

/** The errors by field; the first message of each, as the page shows it. */
function complaints(typed: Record<string, string | undefined>): Record<string, string> {
  const issues = read(typed).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join("."), issue.message]));
}
