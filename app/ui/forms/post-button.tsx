import { Button } from "./button";
import { HiddenFields } from "./hidden-fields";

/**
 * A form of one button. It carries a field also without a token: Lynx sends a form without any as if somebody opened its
 * address. Nor does Lynx know of a button that posts its form elsewhere.
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
