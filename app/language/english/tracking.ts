import { number, place, say, time } from "../say";

/** The pages on which anybody tracks a parcel. Labels are the specification's (section 2). */
export const tracking = {
  form: {
    title: say`Track your parcel`,
    description: say`Type your waybill number to see where your parcel is. No account needed.`,
    number: say`Waybill number`,
    newTab: say`It opens in a new tab.`,
    track: say`Track`,
    help: say`Where is my waybill number?`,
    whereItIs: say`Your waybill number is on your slip. It is also in the email or text message that you got when you booked.`,
    fewMinutes: {
      /** On our own page a waybill is there as soon as it is issued. */
      here: say`A new waybill may take a few minutes to show. We issue it once its payment has arrived.`,
      elsewhere: say`A new waybill may take a few minutes to show.`,
    },
  },

  title: say`Track a parcel`,
  which: say`Which parcel?`,
  typeIt: say`Type the waybill number from your slip, email or text message.`,
  notFound: {
    title: say`Not found yet`,
    unknown: (shown: string) =>
      say`We can't find the waybill “${shown}”. Please check it against your slip, email or text message. A new waybill may take a few minutes to show. We issue it once its payment has arrived.`,
    no_number: (shown: string) =>
      say`We can't find the waybill “${shown}”. A waybill number is TH and ten digits. Please check this one against your slip, email or text message.`,
    noNumber: say`Don't you have the number?`,
  },

  waybill: (no: string) => say`Waybill ${number(no)}`,
  waybillTo: (no: string, route: string) => say`Waybill ${number(no)}, ${route}`,
  route: {
    within: (town: string) => say`within ${place(town)}`,
    between: (from: string, to: string) => say`${place(from)} to ${place(to)}`,
  },
  isItForYou: say`Is it for you? “Say when you are at home” in our email lets you choose another day, or a neighbour.`,
  /** What the office told the parcel's people, in its own words. */
  told: (said: string) => say`We told you: ${said}`,
  news: (at: string, said: string) => say`${time(at)}: ${said}`,
  whatHappened: say`What happened`,
  /** On the road, after each stage. */
  road: { done: say`done`, now: say`now`, toCome: say`to come` },
  share: (no: string, address: string) => say`Track parcel ${number(no)}: ${address}`,

  buttons: {
    wish: say`Say when you are at home`,
    link: say`Send me the receiver's link`,
    phone: (phone: string) => say`Phone ${number(phone)}`,
    share: say`Share on ${"WhatsApp"}`,
    wrong: say`Something is wrong`,
    send: say`Send a parcel`,
    another: say`Track another parcel`,
    chat: say`Chat with us`,
  },

  /** For people who may not see a waybill's names and streets. */
  closed: {
    why: say`This page shows names and addresses, so it opens only for the person who booked, or with the link in our email.`,
    byEmail: say`Did you get our email about this booking? Open the link to the waybill in it, on any phone. Lost it?`,
    sendAgain: say`We send it again.`,
    asGuest: say`Did you book without an account? Open this page on the phone that you booked with.`,
    otherAccount: say`Did you book with an account? This account did not book it. Log out, and log in with the other one.`,
    byAccount: say`Did you book with an account? Log in, and the waybill opens.`,
    byNumber: say`Do you want to know where the parcel is? You can track it with its waybill number.`,
    login: say`Log in and open it`,
  },
};
