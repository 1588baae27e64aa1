import { brand } from "#app/brand";

/** Our bakkie between a spaza shop and a mine dump. An SVG, so that it costs a few hundred bytes. */
export function StreetPicture() {
  return (
    <svg className="art" viewBox="0 0 640 139" aria-hidden="true">
      <path
        d="M268 136V34M254 44h28M256 54h24M612 136V34M598 44h28M600 54h24M282 46q160 36 316 0M626 46q180 36 360-4M254 46q-150 36-400-4"
        fill="none"
      />
      <path d="M470 136l36-52h86l44 52z" />
      <path d="M494 100h110M484 116h136" fill="none" />
      <path d="M20 74h112v62H20zM150 136V96l42-28 42 28v40z" />
      <path
        className="solid"
        d="M12 74l8-18h112l8 18zM40 92h46v22H40zM104 92h16v44h-16zM184 108h16v28h-16zM210 104h14v13h-14z"
      />
      <path d="M36 56l-4 18M60 56v18M84 56v18M108 56l4 18" className="line" />
      <path d="M302 68h94v50h-94zM396 118V78h32l22 22h16q8 0 8 8v10z" />
      <path className="solid" d={`M404 85h20l15 15h-35z${brand.onBakkie}`} />
      <circle cx="330" cy="122" r="14" className="solid" />
      <circle cx="446" cy="122" r="14" className="solid" />
      <circle cx="330" cy="122" r="5" />
      <circle cx="446" cy="122" r="5" />
      <path d="M-999 137h3999M288 82h-14M290 96h-24M288 110h-12" fill="none" />
    </svg>
  );
}
