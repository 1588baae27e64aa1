import Link from "next/link";
import { MainNav } from "./main-nav";
import { brand, places } from "./words";

export function Header() {
  return (
    <header className="top" id="top">
      <div className="bar">
        <Link className="logo" href="/" aria-label={`${brand.name}, home`}>
          <span>
            Thuma <small>Couriers</small>
          </span>
        </Link>{" "}
        <details className="menu">
          <summary aria-label="Menu" />
        </details>{" "}
        <MainNav places={places} />
      </div>
    </header>
  );
}
