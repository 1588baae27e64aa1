import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { compose } from "#app/domain/mail/compose";
import { withoutLinks } from "#app/domain/mail/customer-words";
import type { Email } from "#app/domain/mail/email";
import { saDateTime } from "#app/domain/values/sa-time";
import { answersInWords } from "./answers-in-words";
import type { StoredApplication } from "./application.server";
import { spokenApplicationNumber } from "./reference";

type Posted = Pick<StoredApplication, "id" | "answeredAt">;

/** The beginning of the keys of the emails about an application. Corrected answers are a new email. */
export const applicationOccasion = ({ id }: Pick<Posted, "id">) => `driver-application:${id}`;

export const applicationEmailKey = (application: Posted) =>
  `${applicationOccasion(application)}:${application.answeredAt.toISOString()}`;

/** To the company: somebody has applied to drive. */
export function applicationReceived(application: StoredApplication): Email {
  const { createdAt, answeredAt } = application;
  const printed = asPrinted(application);
  const isCorrected = answeredAt > createdAt;
  const number = spokenApplicationNumber(application.reference);
  return {
    key: applicationEmailKey(application),
    to: contact().email.contact,
    ...compose({
      subject: `Owner-driver application ${number}${isCorrected ? ", corrected" : ""}`,
      greeting: isCorrected
        ? `The applicant has corrected application ${number}. This replaces the earlier email.`
        : "Somebody has applied to become an owner driver.",
      opening: [],
      facts: [["Reference", number], ["Received", saDateTime(createdAt)], ...answersInWords(printed)],
      closing: [],
      signature: [brand.name],
    }),
    templateParams: { reference: application.reference, ...answersOf(printed) },
  };
}

/** An application as the email prints it, without links: an applicant's link shouldn't be clickable for staff. */
function asPrinted(application: StoredApplication): StoredApplication {
  const answers = Object.entries(application).map(([name, value]) => [
    name,
    typeof value === "string" && name !== "from_email" ? withoutLinks(value) : value,
  ]);
  return Object.fromEntries(answers);
}

/** The answers as text, by the names of their form fields. */
function answersOf(application: StoredApplication): Record<string, string> {
  return {
    from_name: application.from_name,
    from_surname: application.from_surname,
    from_email: application.from_email,
    cell: application.cell,
    id_number: application.id_number,
    referer: application.referer,
    OwnerDriver: application.OwnerDriver,
    experience: application.experience,
    lastexperience: application.lastexperience,
    delivery_location: application.delivery_location,
    residence: application.residence,
    currentprovince: application.currentprovince,
    originprovince: application.originprovince,
    vehicle_make: application.vehicle_make,
    vehicle_model: application.vehicle_model,
    vehicle_year: String(application.vehicle_year),
    vehicleKm: String(application.vehicleKm),
    vehicleCanopy: application.vehicleCanopy,
    vehicle_registration: application.vehicle_registration,
    vehicleTracking: application.vehicleTracking,
    vehicleTrackingCompany: application.vehicleTrackingCompany,
  };
}
