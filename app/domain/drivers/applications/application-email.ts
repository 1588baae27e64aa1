import { contact } from "#app/contact";
import { compose } from "#app/domain/post/compose";
import { ourSignature, withoutLinks } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { saDateTime } from "#app/domain/values/sa-time";
import { say } from "#app/language/say";
import { type Application, answersAsText, type StoredApplication } from "./application.server";
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
      headline: isCorrected
        ? say`Owner-driver application ${number}, corrected`
        : say`Owner-driver application ${number}`,
      greeting: isCorrected
        ? say`The applicant has corrected application ${number}. This replaces the earlier email.`
        : say`Somebody has applied to become an owner driver.`,
      opening: [],
      facts: [
        [say`Reference`, say`${number}`],
        [say`Received`, say`${saDateTime(createdAt)}`],
        ...answersInWords(printed).map(([label, answer]) => [say`${label}`, say`${answer}`] as const),
      ],
      closing: [],
      signature: ourSignature(),
    }),
    templateParams: { reference: application.reference, ...answersAsText(printed) },
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

/** An applicant's answers as staff read them: one line per fact, each conditional answer joined to its question. */
export function answersInWords(
  application: Pick<StoredApplication, keyof Application>,
): [label: string, answer: string][] {
  return [
    ["Name", `${application.from_name} ${application.from_surname}`],
    ["Email", application.from_email],
    ["Cell", application.cell],
    ["ID number", application.id_number],
    ["Lives in", `${application.residence}, ${application.currentprovince}`],
    ["Comes from", application.originprovince],
    ["Heard of us", application.referer],
    ["Owner driver", application.OwnerDriver],
    ["Courier experience", [application.experience, application.lastexperience].filter(Boolean).join(": ")],
    ["Wants to deliver in", application.delivery_location],
    ["Vehicle", `${application.vehicle_make} ${application.vehicle_model}, ${application.vehicle_year}`],
    ["Registration", application.vehicle_registration],
    ["Kilometres", String(application.vehicleKm)],
    ["Canopy", application.vehicleCanopy],
    ["Tracking", [application.vehicleTracking, application.vehicleTrackingCompany].filter(Boolean).join(": ")],
  ];
}
