import { index, int, oneOf, table, text, time, uniqueIndex } from "../columns";

const yesOrNo = ["Yes", "No"] as const;

/**
 * Owner-driver applications. The answers are named after the form's fields (specification section 3). The email that
 * tells us of one is in `outgoing_mails`, with the key `driver-application:<id>:<answered_at>`.
 */
export const driverApplications = table(
  "driver_applications",
  {
    id: text("id").primaryKey(),
    reference: text("reference").notNull().unique(),

    from_name: text("from_name").notNull(),
    from_surname: text("from_surname").notNull(),
    from_email: text("from_email").notNull(),
    cell: text("cell").notNull(),
    id_number: text("id_number").notNull(),
    residence: text("residence").notNull(),
    currentprovince: text("current_province").notNull(),
    originprovince: text("origin_province").notNull(),
    referer: text("referer").notNull(),
    OwnerDriver: oneOf("owner_driver", yesOrNo).notNull(),
    experience: oneOf("experience", yesOrNo).notNull(),
    /** Blank without experience. */
    lastexperience: text("last_experience").notNull(),
    delivery_location: text("delivery_location").notNull(),
    vehicle_make: text("vehicle_make").notNull(),
    vehicle_model: text("vehicle_model").notNull(),
    vehicle_year: int("vehicle_year").notNull(),
    vehicleKm: int("vehicle_km").notNull(),
    vehicleCanopy: oneOf("vehicle_canopy", yesOrNo).notNull(),
    vehicle_registration: text("vehicle_registration").notNull(),
    vehicleTracking: oneOf("vehicle_tracking", yesOrNo).notNull(),
    /** Blank without tracking. */
    vehicleTrackingCompany: text("vehicle_tracking_company").notNull(),

    /** A hash of all answers: the same answers again are the same application. */
    fingerprint: text("fingerprint").notNull(),
    /** The form that it came from: sent again with other answers, it corrects this application. */
    formKey: text("form_key").notNull(),
    createdAt: time("created_at").notNull(),
    /** When the answers last changed. */
    answeredAt: time("answered_at").notNull(),

    /** Empty until staff have read it, and until they have decided. */
    readAt: time("read_at"),
    decision: oneOf("decision", ["accepted", "declined"]),
    decidedAt: time("decided_at"),
  },
  (applications) => [
    // One form makes one application per person: the next person at a shared phone makes another.
    uniqueIndex("driver_applications_by_form").on(applications.formKey, applications.id_number),
    index("driver_applications_by_answers").on(applications.fingerprint, applications.createdAt),
  ],
);
