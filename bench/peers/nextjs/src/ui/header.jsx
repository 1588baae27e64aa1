import Link from "next/link";
import { MainNav } from "./main-nav";
import { brand, places } from "./words";

export function Header() {
  return (
    <header className="top" id="top">
      <div className="bar">
        <Link className="logo" href="/" aria-label={`${brand.name}, home`}>
          <svg
            className="mark"
            width="36"
            height="36"
            viewBox="0 0 36 36"
            aria-hidden="true"
            dangerouslySetInnerHTML={{ __html: brand.mark }}
          />
          <span>
            Thuma <small>Couriers</small>
          </span>
        </Link>{" "}
        <details className="menu">
          <summary>Menu</summary>
        </details>{" "}
        <MainNav places={places} />
      </div>
    </header>
  );
}
