/** The package has no types of its own. */
declare module "open-location-code" {
  export class OpenLocationCode {
    isFull(code: string): boolean;
    isShort(code: string): boolean;
    encode(latitude: number, longitude: number): string;
    decode(code: string): {
      latitudeLo: number;
      longitudeLo: number;
      latitudeHi: number;
      longitudeHi: number;
      latitudeCenter: number;
      longitudeCenter: number;
    };
    recoverNearest(shortCode: string, latitude: number, longitude: number): string;
  }
}
