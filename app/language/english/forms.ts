import { type Sentence, say } from "../say";

/** What all forms say. `field` is the name of what is typed in, at the beginning of a sentence. */
export const forms = {
  problem: say`There is a problem`,
  /** Before the title of a page whose form has errors, and beside a field. */
  error: say`Error:`,
  optional: say`optional`,
  optionalIf: (when: string | Sentence) => say`optional, ${when}`,
  sending: say`Sending…`,
  back: say`Back`,
  howToPrint: say`To print this page, choose “Print” or “Share” in your browser's menu.`,
  choose: say`Choose`,

  /** About names and streets in a script that our slips can't print. */
  inLatin: {
    title: say`Please add it in Latin letters`,
    why: (button: string) =>
      say`We keep what you wrote, and our driver's phone shows it. The slip on the parcel can only show Latin letters. Write it below as it sounds, or press ${button} again to leave it out: then the slip shows the phone number.`,
    /** To programs and lists, which send it at once. */
    missing: (field: string) =>
      say`${field} is missing. We keep what you wrote, but the slip on the parcel can only show Latin letters. Without them it shows the phone number.`,
  },

  /** What is wrong with a field. */
  wrong: {
    required: (field: string | Sentence) => say`${field} is required`,
    tooLong: (field: string | Sentence, max: number) => say`${field} must be at most ${max} characters`,
    notAnEmail: (field: string | Sentence) => say`${field} must look like ${"name@example.co.za"}`,
    notAPhone: (field: string | Sentence) => say`${field} may only have digits, spaces and + ( ) -`,
    twoPhones: (field: string | Sentence) => say`${field} takes one number. Write the one to phone first`,
    twoPhonesBesideCell: (field: string | Sentence) =>
      say`${field} takes one number. Write one number here, and the other in Cell`,
    anExtension: (field: string | Sentence) => say`${field} takes a number without an extension`,
    anExtensionToDriver: (field: string | Sentence) =>
      say`${field} takes a number without an extension. Write the extension in the special instructions`,
    tooFewDigits: (field: string | Sentence) => say`${field} must have at least 7 digits`,
    notAPostalCode: (field: string | Sentence) => say`${field} may only have letters and digits`,
    tooShortAPostalCode: (field: string | Sentence) => say`${field} must have at least 3 characters`,
    notAHomePostalCode: (field: string | Sentence) => say`${field} code must have 4 digits`,
    lostItsZeros: (field: string | Sentence, code: string) =>
      say`${field} code must have 4 digits. If a spreadsheet has dropped its first 0, it is ${code}`,
    roundedNumber: (field: string | Sentence) =>
      say`${field} was shortened by a spreadsheet, and its last digits are lost. Make that column text, and type the number again`,
  },

  /** For whoever tries a site without a mail server. */
  emailsInAFolder: (folder: string) =>
    say`This site does not send email yet. It saves each email as a file in ${folder}`,

  cantSave: say`We can't save anything just now. Nothing was changed and nothing was charged. Please press the button again in a minute.`,
  /** The form's own key, or what it asks for, makes it count once. */
  perhapsSaved: say`We can't save anything just now. We don't know whether it was saved; sending it again is safe. Please press the button again in a minute.`,
};
