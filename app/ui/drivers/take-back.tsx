import type { MarkToTakeBack } from "#app/domain/drivers/take-back.server";
import { paths } from "#app/paths";
import { OurPhone } from "#app/ui/our-phone";
import { Button } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";

/** The way back for a driver who pressed the wrong button; too late, the office's phone. */
export function TakeBack(props: { mark: MarkToTakeBack | null; waybillNo: string; token: string }) {
  const { mark, waybillNo, token } = props;
  if (!mark)
    return (
      <p>
        Pressed by mistake? Phone the office: <OurPhone />.
      </p>
    );
  const count = mark.parcels.length;
  return (
    <form method="post" action={paths.driverTakeBack} className="again">
      <HiddenFields fields={{ token, stop: waybillNo, mark: mark.key }} />
      <Button quiet busyLabel="Taking back…">
        Pressed by mistake? Take {count === 1 ? "it" : `all ${count}`} back
      </Button>
    </form>
  );
}
