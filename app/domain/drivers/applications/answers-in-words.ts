import type { Application, StoredApplication } from "./application.server";

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
