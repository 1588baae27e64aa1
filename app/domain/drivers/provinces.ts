export const provinces = [
  "Eastern Cape",
  "Free State",
  "Gauteng",
  "KwaZulu-Natal",
  "Limpopo",
  "Mpumalanga",
  "North West",
  "Northern Cape",
  "Western Cape",
] as const;

/** Where people come from: not everybody who drives here was born here. */
export const origins = [...provinces, "Outside South Africa"] as const;
