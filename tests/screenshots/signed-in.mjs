import { emailTo } from "../support/mailbox.ts";
import { staff } from "./staff.mjs";
import { fillIn, open, press, receiver, sender } from "./typing.mjs";

const accountPages = [
  "/dashboard",
  "/address-book",
  "/account",
  "/account/password",
  "/account/email",
  "/account/sessions",
  "/account/delete",
  "/trackpro",
  "/demo",
  "/ship-local/addresses",
  "/ship-Inter/addresses",
];

let drivers = 0;

/** @returns the waybill number of a parcel that an account has paid */
export async function parcelOfAnAccount({ page, origin, dataDir, take, set }) {
  const email = `nomsa-${set}@example.co.za`;
  await page.goto(`${origin}/login?tab=register`);
  await fillIn(page, { name: "Nomsa Khumalo", phone: "082 111 2222", email, password: "kasi-taxi-rank-7" });
  await press(page, "Register");
  await take("verify");
  await page.goto((await emailTo(dataDir, email, /verify/i)).link);
  await take("action-verify");
  await press(page, "Continue");
  await take("action-done");
  await page.goto(`${origin}/dashboard`);
  await take("dashboard-empty");
  await page.goto(`${origin}/ship-local/addresses`);
  await fillIn(page, { ...sender, ...receiver });
  await press(page, "Next");
  await page.getByText("Stock 3").click();
  await press(page, "Calculate Quote");
  await take("account-step-3");
  await page.locator("[name=confirm]").check();
  await press(page, "Book This Collection");
  await press(page, "Pay now");
  await press(page, "Complete payment");
  await take("paid");
  const links = {};
  for (const name of ["Print the waybill", "Cancel this booking", "Receipt"])
    links[name] = await page.getByRole("link", { name }).getAttribute("href");
  for (const address of accountPages) await open({ page, origin, take }, address);
  await page.goto(origin + links["Cancel this booking"]);
  await take("cancel");
  await page.goto(origin + links.Receipt);
  await take("invoice");
  await page.goto(origin + links["Print the waybill"]);
  await take("waybill");
  await page.emulateMedia({ media: "print" });
  await take("waybill-in-print");
  await page.emulateMedia({ media: "screen" });
  const waybillNo = new URL(page.url()).pathname.split("/").pop();
  await page.goto(`${origin}/tracking?no=${waybillNo}`);
  await take("tracking-a-parcel");
  await page.goto(`${origin}/case/${waybillNo}`);
  await take("case");
  return waybillNo;
}

/** That parcel's driver, on the same day. */
export async function driver({ page, origin, dataDir, take, set }, waybillNo) {
  const name = `Sipho ${set}`;
  drivers += 1;
  const output = staff(dataDir, ["add", "driver", name, "--phone", `083 555 02${10 + drivers}`]);
  const [link] = /https?:\S+/.exec(output) ?? [];
  if (!link) throw new Error(output);
  staff(dataDir, ["assign", waybillNo, "--driver", name]);
  const { pathname, search } = new URL(link);
  await page.goto(origin + pathname + search);
  await take("drive-sign-in");
  await press(page, "Sign in on this phone");
  await take("drive-stops");
  await page.goto(`${origin}/drive/stop/${waybillNo}`);
  await take("drive-stop");
  await press(page, "Collected");
  await take("drive-next");
  await page.goto(`${origin}/drive/stop/${waybillNo}`);
  await take("drive-stop-collected");
}
