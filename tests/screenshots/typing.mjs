export const sender = {
  fromName: "Thandi Nkosi",
  fromEmail: "thandi@example.co.za",
  fromPhone: "082 123 4567",
  fromAddressLine: "Stand 1423, Mphuti Street",
  fromSuburb: "Katlehong",
  fromCity: "Germiston",
  fromPostal: "1431",
  fromLandmark: "Blue gate opposite the taxi rank",
};
export const receiver = {
  toName: "Sipho Dlamini",
  toEmail: "sipho@example.co.za",
  toPhone: "+27 73 555 0101",
  toAddressLine: "12 Ncome Crescent",
  toSuburb: "Orlando East",
  toCity: "Soweto",
  toPostal: "1804",
};

/** Opens a page and takes a screenshot named after its address. */
export async function open({ page, origin, take }, address) {
  await page.goto(origin + address);
  await take(address.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home");
}

export async function fillIn(page, answers) {
  for (const [name, answer] of Object.entries(answers)) await page.locator(`[name=${name}]`).fill(answer);
}

export const press = (page, button) =>
  page
    .getByRole("button", { name: new RegExp(`^${button}(: |$)`) })
    .first()
    .click();
