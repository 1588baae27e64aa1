import { TOTP } from "otpauth";
import { staff } from "./staff.mjs";
import { fillIn, open, press } from "./typing.mjs";

const PASSWORD = "bakkie taxi rank seven";
const pages = [
  "/office/list/help",
  "/office/list/bookings",
  "/office/list/parcels_under_way",
  "/office/do",
  "/office/do/change-booking",
  "/office/do/import",
  "/office/do/reconcile",
  "/office/do/list-boxes",
  "/office/do/note-payment",
  "/office/list/collections",
  "/office/list/office_people",
  "/office?find=nomsa",
];

/** A new person of the office: from the printed link to signing out, with a parcel that waits. */
export async function office({ page, origin, dataDir, take, set }, waybillNo) {
  const at = { page, origin, take };
  const email = `thandi-${set}@office.example`;
  const output = staff(dataDir, ["add", "person", "Thandi Nkosi", "--email", email, "--right", "manager"]);
  const [link] = /\/office\/join\?code=\S+/.exec(output) ?? [];
  if (!link) throw new Error(output);
  await page.goto(`${origin}/office/join?code=an-old-one`);
  await take("office-join-gone");
  await page.goto(origin + link);
  await take("office-join-password");
  await press(page, "Continue");
  await take("office-join-password-with-mistakes");
  await fillIn(page, { password: PASSWORD, confirmPassword: PASSWORD });
  await press(page, "Continue");
  await take("office-join-app");
  const [, key = ""] =
    /type the key in the app: ((?:[A-Z2-7]{4} )+[A-Z2-7]{4})/.exec(await page.innerText("main")) ?? [];
  await fillIn(page, { code: new TOTP({ secret: key.replaceAll(" ", "") }).generate() });
  await press(page, "Continue");
  await take("office-join-recovery-codes");
  await open(at, "/office");
  await page.goto(`${origin}/office?find=${waybillNo.slice(-4)}`);
  await take("office-find-four-digits");
  await page.goto(`${origin}/office/${waybillNo}`);
  await take("office-parcel");
  for (const address of pages) await open(at, address);
  await page.goto(`${origin}/office/do/change-booking?number=${waybillNo}`);
  await take("office-do-change-booking-filled-in");
  await page.goto(`${origin}/office/do/agree?waybill=${waybillNo}`);
  await take("office-do-agree");
  await fillIn(page, { day: "" });
  await press(page, "Check");
  await take("office-do-agree-with-a-mistake");
  await fillIn(page, { day: "2026-12-25" });
  await press(page, "Check");
  await take("office-do-agree-checked");
  await press(page, "Do it");
  await take("office-do-agree-done");
  await page.goto(`${origin}/office/do/mark?waybill=${waybillNo}`);
  await page.locator("[name=mark]").selectOption("in-transit");
  await press(page, "Check");
  staff(dataDir, ["mark", "in-transit", waybillNo]);
  await press(page, "Do it");
  await take("office-do-mark-changed-since");
  staff(dataDir, ["mark", "delivered", waybillNo]);
  for (const address of ["/office/figures", `/office/nomsa-${set}@example.co.za`]) await open(at, address);
  await page.goto(`${origin}/office/sign-in`);
  await take("office-signed-in");
  await press(page, "Sign out");
  await take("office-sign-in");
  await press(page, "Sign in");
  await take("office-sign-in-with-mistakes");
  await fillIn(page, { email, password: PASSWORD });
  await press(page, "Sign in");
  await take("office-sign-in-code");
}
