import type { BoxChoice } from "#app/domain/prices/box-choices";
import { decimal } from "#app/domain/values/decimal";
import { BoxPicture } from "../../ui/shipments/box-picture";
import { sizeOf, whatFits } from "../../ui/shipments/parcel-fields";

/**
 * The boxes that we sell.
 * @param prices what one parcel costs in each on the checked route, by box id
 * @param cheapest the id of the cheapest
 */
export function BoxTable(props: { boxes: BoxChoice[]; prices?: Record<string, string>; cheapest?: string }) {
  const { boxes, prices, cheapest } = props;
  if (boxes.length === 0) return <p className="notice info">No box data available right now.</p>;
  const isPriced = prices !== undefined && Object.keys(prices).length > 0;
  return (
    <table className="boxes" aria-label="Our boxes">
      <thead>
        <tr>
          <th scope="col">Box, length × width × height</th>
          <th scope="col">{isPriced ? "On this route" : "Max weight"}</th>
        </tr>
      </thead>
      <tbody>
        {boxes.map((box) => (
          <tr key={box.id}>
            <th scope="row">
              <BoxPicture picture={box.picture} /> {box.name} {box.id === cheapest ? <em>Cheapest </em> : null}
              <small>
                {isPriced ? `${sizeOf(box)} · up\u00a0to\u00a0${decimal(box.maxWeightKg)}\u00a0kg` : sizeOf(box)}
              </small>{" "}
              <small>{whatFits(box)}</small>
            </th>
            <td>{isPriced ? (prices[box.id] ?? "on request") : `up to ${decimal(box.maxWeightKg)}\u00a0kg`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
