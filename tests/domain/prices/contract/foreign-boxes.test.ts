import { describe, expect, test } from "vitest";
import { ForeignBoxesSchema } from "#app/domain/prices/contract/foreign-answers";

const crate = { id: "crate", name: "Crate", dimensions: { l: 10, w: 20, h: 30 }, maxWeightKg: 5, cost: 9.5 };
const { dimensions: _, maxWeightKg: __, ...rest } = crate;

describe("another service's boxes", () => {
  test.each([
    ["our own form", crate],
    ["sizes in words", { ...crate, dimensions: { length: 10, width: 20, height: 30 } }],
    ["sizes on the box itself", { ...rest, l: 10, width: 20, h: 30, maxWeightKg: 5 }],
    ["a weight limit", { ...rest, dimensions: crate.dimensions, weightLimit: 5 }],
    ["more than we read", { ...crate, weightLimit: 7, length: 99, colour: "brown" }],
    ["sizes as null", { ...rest, dimensions: null, l: 10, w: 20, h: 30, maxWeightKg: null, weightLimit: 5 }],
    ["sizes as a list", { ...rest, dimensions: [10, 20, 30], l: 10, w: 20, h: 30, maxWeightKg: 5 }],
  ])("in %s are read as ours", (_form, box) => {
    expect(ForeignBoxesSchema.parse([box])).toEqual([crate]);
  });

  test("are offered with ids of any length that a draft's cookie holds", () => {
    const called = (length: number) => ({ ...crate, id: "b".repeat(length) });
    expect(ForeignBoxesSchema.parse([60, 61, 200, 201].map(called))).toEqual([60, 61, 200].map(called));
  });

  test("may have a number as their id", () => {
    expect(ForeignBoxesSchema.parse([{ ...crate, id: 7 }])).toEqual([{ ...crate, id: "7" }]);
  });

  test.each([
    [{ boxes: [crate] }, "Boxes must be a list."],
    ["boxes", "Boxes must be a list."],
    [[null], "A box must be an object."],
    [["crate"], "A box must be an object."],
    [[[crate]], "A box must be an object."],
    [[{ ...crate, id: "" }], "The box id is missing."],
    [[{ ...crate, id: true }], "The box id must be text."],
    [[{ ...crate, name: undefined }], "The box name must be text."],
    [[{ ...rest, maxWeightKg: 5 }], "Length must be a number of centimetres."],
    [[{ ...crate, dimensions: { l: 0, w: 1, h: 1 } }], "Length must be more than 0 cm."],
    [[{ ...crate, maxWeightKg: 0 }], "The weight limit must be more than 0 kg."],
    [[{ ...crate, cost: -0.01 }], "The box cost cannot be negative."],
    [[{ ...crate, cost: "9.5" }], "The box cost must be a number of rand."],
  ])("%j breaks the contract: %s", (answer, message) => {
    expect(ForeignBoxesSchema.safeParse(answer).error?.issues[0]?.message).toBe(message);
  });
});
