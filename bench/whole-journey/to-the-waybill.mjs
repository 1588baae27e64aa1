/** The same way for everybody: a price, two addresses, a parcel, a yes, the payment. Answers with the waybill number. */
export async function toTheWaybill(browser) {
  await browser.arrive("What does it cost?");
  await browser.fill("From postal code", "1431");
  await browser.fill("To postal code", "1804");
  await browser.press("Check and get a price");

  await browser.arrive("We can ship from");
  await browser.follow("Send a parcel");

  await browser.arrive("Step 1 of 3");
  await browser.fill("Full name", "Thandi Nkosi");
  await browser.fill("Email", "thandi@example.co.za");
  await browser.fill("Phone", "082 123 4567");
  await browser.fill("Street address", "Stand 1423, Mphuti Street");
  await browser.fill("Suburb or township", "Katlehong");
  await browser.fill("City or town", "Germiston");
  await browser.fill("Postal code", "1431");
  await browser.fill("How will the driver find it?", "Blue gate opposite the taxi rank");
  await browser.fill("Full name", "Sipho Dlamini");
  await browser.fill("Email", "sipho@example.co.za");
  await browser.fill("Phone", "073 555 0101");
  await browser.fill("Street address", "12 Ncome Crescent");
  await browser.fill("City or town", "Soweto");
  await browser.fill("Postal code", "1804");
  await browser.press("Next");

  await browser.arrive("Step 2 of 3");
  await browser.choose("Flyer bag");
  await browser.fill("What is inside?", "School shoes");
  await browser.press("Calculate Quote");

  await browser.arrive("Step 3 of 3");
  await browser.choose("I confirm");
  await browser.press("Book This Collection");

  await browser.arrive("Test payment");
  await browser.press("Pay now");
  await browser.arrive("Simulated payment page");
  await browser.press("Complete payment");
  return browser.read(/TH \d{3} \d{3} \d{3} \d/);
}
