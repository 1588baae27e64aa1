import { Button } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";

/**
 * A form with one button. It has a field even without a token, because Lynx sends a form without fields as a GET. Lynx
 * also ignores a button's `formaction`.
 */
export function PostButton({ action, token, children }: { action: string; token?: string; children: string }) {
  return (
    <form method="post" action={action}>
      {token ? <HiddenFields fields={{ token }} /> : null}
      <Button plain name="intent" value="yes">
        {children}
      </Button>
    </form>
  );
}
