import { Footer } from "../ui/footer";
import { Header } from "../ui/header";
import { brand, origin } from "../ui/words";
import "../shared/site.css";

export const viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark", themeColor: "#1d1410" };

export const metadata = {
  metadataBase: new URL(origin),
  title: { template: `%s · ${brand.name}`, default: brand.name },
  icons: {
    icon: { url: "/icon.svg", type: "image/svg+xml" },
    apple: "/apple-touch-icon.png",
  },
  manifest: "/manifest.webmanifest",
};

export default function RootLayout({ children }) {
  return (
    <html lang="en-ZA">
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Header />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
      </body>
    </html>
  );
}
