export const sender = [
  ["Full name", "Thandi Nkosi"],
  ["Email", "thandi@example.co.za"],
  ["Phone", "082 123 4567"],
  ["Street address", "Stand 1423, Mphuti Street"],
  ["Postal code", "1431"],
  ["Suburb or township", "Katlehong"],
  ["City or town", "Germiston"],
  ["How will the driver find it?", "Blue gate opposite the taxi rank"],
];
export const receiver = [
  ["Full name", "Sipho Dlamini"],
  ["Email", "sipho@example.co.za"],
  ["Phone", "073 555 0101"],
  ["Street address", "12 Ncome Crescent"],
  ["Postal code", "1804"],
  ["City or town", "Soweto"],
];

/**
 * The same journey in every browser: a price, two addresses, a parcel, the booking, the payment. Returns the waybill
 * number.
 */
export async function toTheWaybill(browser) {
  await browser.arrive("What does it cost?");
  await browser.fill("From postal code", "1431");
  await browser.fill("To postal code", "1804");
  await browser.press("Check and get a price");
  await browser.arrive("We can ship from");
  await browser.follow("Send a parcel");
  await fillAddresses(browser, sender, receiver);
  await describeParcel(browser);
  await book(browser);
  return pay(browser);
}

/** Step 1, from the top of its page. */
export async function fillAddresses(browser, from, to) {
  await browser.arrive("Step 1 of 3");
  for (const [label, text] of [...from, ...to]) await browser.fill(label, text);
  await browser.press("Next");
}

export async function describeParcel(browser) {
  await browser.arrive("Step 2 of 3");
  await browser.choose("Flyer bag");
  await browser.fill("What is inside?", "School shoes");
  await browser.press("Calculate Quote");
}

export async function book(browser) {
  await browser.arrive("Step 3 of 3");
  await browser.choose("I confirm");
  await browser.press("Book This Collection");
}

export async function pay(browser) {
  await browser.arrive("Test payment");
  await browser.press("Pay now");
  await browser.arrive("Simulated payment page");
  await browser.press("Complete payment");
  return browser.read(/TH \d{3} \d{3} \d{3} \d/);
}
