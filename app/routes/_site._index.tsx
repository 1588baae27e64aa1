import { brand } from "#app/brand";

export default function Home() {
  return (
    <section className="hero full">
      <h1>{brand.tagline}</h1>
    </section>
  );
}
