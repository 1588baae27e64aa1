import { brand } from "#app/brand";

/** The drawing of the logo. */
export function LogoMark({ size = 36 }: { size?: number }) {
  return (
    <svg
      className="mark"
      width={size}
      height={size}
      viewBox="0 0 36 36"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's, which the build has checked.
      dangerouslySetInnerHTML={{ __html: brand.mark }}
    />
  );
}

/** The logo and the name, or, below a name of one word, the town. The style sheet draws the logo, which saves 180 bytes on every page. */
export function Logo() {
  return (
    <span>
      {brand.shortName} <small>{brand.name.replace(brand.shortName, "").trim() || brand.city}</small>
    </span>
  );
}
