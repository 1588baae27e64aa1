import { Footer } from "../../ui/footer";

export default function PublicLayout({ children }) {
  return (
    <>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
