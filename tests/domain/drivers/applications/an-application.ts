/** A complete application, conditional questions included. */
export function aTypedApplication(changes: Record<string, string> = {}): Record<string, string> {
  return {
    from_name: "Thandi",
    from_surname: "Nkosi",
    from_email: "thandi@example.co.za",
    cell: "082 123 4567",
    id_number: "800101 5009 087",
    residence: "Katlehong",
    currentprovince: "Gauteng",
    originprovince: "Limpopo",
    referer: "A friend",
    OwnerDriver: "Yes",
    experience: "Yes",
    lastexperience: "Kasi Runners",
    delivery_location: "Soweto and Orlando",
    vehicle_make: "Toyota",
    vehicle_model: "Hilux",
    vehicle_year: "2015",
    vehicleKm: "120 000",
    vehicleCanopy: "Yes",
    vehicle_registration: "abc 123 gp",
    vehicleTracking: "Yes",
    vehicleTrackingCompany: "Tracker",
    ...changes,
  };
}

/** Valid ID numbers, each of another person born on 1 January 1980. */
export function anIdNumber(person: number): string {
  const digits = `800101${String(5000 + person)}08`;
  const checkDigit = Array.from({ length: 10 }, (_, digit) => digit).find(
    (digit) => luhnSum(`${digits}${digit}`) === 0,
  );
  return `${digits}${checkDigit}`;
}

/**
 * The rule as Home Affairs' clerks learn it: add up the odd places; read the even places as one number and double it.
 */
function luhnSum(number: string): number {
  const digits = [...number].map(Number);
  const odd = digits.filter((_, place) => place % 2 === 0).reduce((sum, digit) => sum + digit, 0);
  const doubled = 2 * Number(digits.filter((_, place) => place % 2 === 1).join(""));
  return (odd + [...String(doubled)].map(Number).reduce((sum, digit) => sum + digit, 0)) % 10;
}
