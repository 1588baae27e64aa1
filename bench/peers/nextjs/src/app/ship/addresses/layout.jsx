import { ShortFooter } from "../../../ui/footer";

export default function StepLayout({ children }) {
  return (
    <>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <ShortFooter />
    </>
  );
}
