import { brand } from "#app/brand";
import { joined, link, number, say, strong, time } from "../say";
import { ourPhone } from "./ours";

/** "Messenger, WhatsApp or Instagram". */
const anyOf = (places: readonly string[]) => {
  const named = places.map((each) => say`${each}`);
  return joined([...(named.length > 1 ? [joined(named.slice(0, -1), ", ")] : []), ...named.slice(-1)], " or ");
};

/** "I lost my waybill number", and the receiver who has the number and not their link. */
export const lost = {
  title: say`I lost my waybill number`,
  receiversLink: say`The receiver's link`,
  check: say`Check your email or phone`,
  sentAgain: say`If a booking of the last six months has this email or phone, we have sent its number and links there again. Nothing after a few minutes? Look in your spam folder, or check what you typed and ask again.`,
  forReceiver: (no: string) =>
    say`Type the email or the phone that the receiver of waybill ${number(no)} has in the booking. We email the receiver a link to choose another day, or a neighbour.`,
  forBoth: say`Type the email or the phone of the booking, the sender's or the receiver's. We send the links there again.`,
  send: say`Send the links again`,
  emailOrPhone: say`Email or phone`,
  whereYouFindIt: say`Where you find it`,
  haveIt: say`I have the number`,
  textsWait: (until: string) => say`We send no text messages before ${time(until)}. An email comes at once.`,
  notAContact: say`Enter an email like ${"name@example.co.za"}, or a phone number like ${number("082 123 4567")}`,
};

/** Where people chat with us (specification section 2, "Contact"). */
export const contactPage = {
  write: say`Write to us`,
  titleChat: say`Contact: chat with us`,
  titleWrite: say`Contact: write to us`,
  describeChat: (places: readonly string[]) =>
    say`Chat with ${brand.name} on ${anyOf(places)}. We usually reply within 1-2 hours in business hours.`,
  describeWrite: say`Write to ${brand.name}. We usually reply within 1-2 hours in business hours.`,
  email: say`Email us`,
  chatOn: (place: string) => say`Chat on ${place}`,
  messageOn: (place: string) => say`Message us on ${place}`,
  soon: say`We usually reply within ${strong(say`1-2 hours`)} in business hours.`,
  whyNoNumbers: say`Why our team's numbers are not here`,
  fraud: say`To prevent fraud, the phone numbers and emails of our team are not shown publicly. When you write to us, we verify who you are before we talk about a parcel.`,
  ourPhone: (termsHref: string) =>
    say`Our company's registered phone number is in our ${link(termsHref, say`terms`)}. If you have a booking, the number to call is on your waybill.`,
  neverAsk: say`We never ask for money, a card number, a PIN or a one-time password in a chat or by phone.`,
  quicker: say`Quicker than a message`,
  price: say`Get a price`,
};

/** The site with less data. */
export const lite = {
  title: say`Lite`,
  isOn: say`Lite is on`,
  isOff: say`Lite is off`,
  chosen: say`You chose Lite on this phone. It stays on for a year, or until you switch it off here.`,
  askedFor: say`Your browser is saving data, so we are showing Lite.`,
  full: say`You are using the full site.`,
  what: say`Prices, bookings, payments and tracking all work with Lite. You use less data, and an old phone has less to do. Lite leaves out:`,
  leavesOut: [
    say`scripts that count characters, search the list of countries and check a payment without a reload`,
    say`the page that your phone keeps for when you have no signal`,
    say`the loading screen, and drawings that are only for show`,
  ],
  useFull: say`Use the full site`,
  use: say`Use Lite`,
};

/** Which messages about parcels somebody gets. */
export const stopMessages = {
  title: say`Messages about parcels`,
  when: say`We write to you when a parcel is collected, comes or has been delivered.`,
  always: say`Receipts, prices and refunds always come by email.`,
  nowhere: say`We no longer have an email or phone for this parcel.`,
  onlyStops: () => say`This link is old. It can only stop messages. To get them again, phone us at ${ourPhone()}.`,
  email: {
    sent: (to: string) => say`We send emails to ${number(to)}.`,
    stopped: (to: string) => say`We send no more emails to ${number(to)}.`,
    stop: say`Stop emails`,
    allow: say`Send emails again`,
  },
  sms: {
    sent: (to: string) => say`We send text messages to ${number(to)} about this parcel.`,
    stopped: (to: string) => say`We send no more text messages to ${number(to)} about this parcel.`,
    stoppedForGood: (to: string) => say`We send no more text messages to ${number(to)}.`,
    stop: say`Stop text messages`,
    allow: say`Send text messages again`,
  },
  pinComes: () =>
    say`You will still get the text message with the PIN for the driver. To stop the others for every parcel, phone us at ${ourPhone()}.`,
  pinComesForGood: () =>
    say`You will still get the text message with the PIN for the driver. To get the others again, phone us at ${ourPhone()}.`,
};
