import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { number, say } from "../say";

/** What stands around every page, and what is shown where a page can't be. Labels are the specification's (section 2). */
export const shell = {
  skip: say`Skip to content`,
  logo: say`${brand.name}, home`,

  menu: {
    itself: say`Menu`,
    main: say`Main`,
    home: say`Home`,
    track: say`Track`,
    join: say`Join`,
    contact: say`Contact`,
    login: say`Login`,
    ship: say`Send a Parcel`,
  },

  /** Behind a sign-in. */
  account: {
    itself: say`Account`,
    back: say`Back`,
    dashboard: say`Dashboard`,
    logout: say`Logout`,
  },

  footer: {
    itself: say`More`,
    terms: say`Terms`,
    privacy: say`Privacy`,
    business: say`For businesses`,
    developers: say`For developers`,
    account: say`My account`,
    lite: say`Lite`,
    liteIsOn: say`Lite: on`,
    empowerment: say`Level 1 B-BBEE Exempt Micro Enterprise`,
    top: say`Back to top`,
  },

  errors: {
    backToHome: say`Back to Home`,
    email: (address: string) => say`Email ${address}`,
    notFound: {
      title: say`You took a wrong turn`,
      description: say`There is no page at this address.`,
      why: say`There is no page at this address. Part of the link may be missing.`,
    },
    fault: {
      title: say`Unexpected Application Error!`,
      why: say`Something went wrong on our side. Go back and try again: nothing is booked or charged twice. We have kept your answers up to the last step you finished.`,
      reference: (value: string) => say`If it keeps happening, give us this reference: ${number(value)}`,
    },
    unwritable: {
      title: say`We can't save anything just now`,
      why: say`This page needs our database, which doesn't answer. Please open it again in a minute.`,
    },
    refused: say`This can't be done`,
    takesNoForm: say`This page takes no form. Open it again.`,
    /** For links that earlier releases signed: with them a page can be read, but nothing on it changed. */
    oldLink: () =>
      say`This link is old: nothing can be changed with it any more. Use the phone or the account that booked, or phone us at ${number(contact().phoneShown)}.`,
  },

  offline: {
    title: say`No connection`,
    why: say`We could not load this page. Your signal may have dropped, your data may be finished, or our site may be down.`,
    safe: say`What is safe`,
    whatIsSafe: [
      say`The steps that you finished are kept on this phone.`,
      say`A booking or payment that we confirmed is safe with us.`,
      say`Trying again never books or charges twice.`,
    ],
    again: say`Try again`,
    noData: say`Your phone saved this page, so it used no data.`,
    notSent: say`Not sent yet`,
    mayBeSent: say`The connection dropped before we could answer. We may or may not have your form. It is safe to send it again: nothing happens twice.`,
    sendAgain: say`Send again`,
    typed: say`What you typed`,
    keepOpen: say`No signal yet? Keep this page open. What you typed is saved only here.`,
  },
};
