import type { BoxChoice } from "#app/domain/pricing/box-choices";
import { decimal } from "#app/domain/values/decimal";
import { sizeOf } from "./parcel-fields";

/** The boxes that we sell, for reading. */
export function BoxTable({ boxes }: { boxes: BoxChoice[] }) {
  if (boxes.length === 0) return <p className="notice info">No box data available right now.</p>;
  return (
    <table className="boxes">
      <thead>
        <tr>
          <th scope="col">Box</th>
          <th scope="col">Size (L × W × H)</th>
          <th scope="col">Max weight</th>
        </tr>
      </thead>
      <tbody>
        {boxes.map((box) => (
          <tr key={box.id}>
            <th scope="row">{box.name}</th>
            <td>{sizeOf(box)}</td>
            <td>{decimal(box.maxWeightKg)} kg</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
