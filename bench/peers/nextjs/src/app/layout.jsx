import { Header } from "../ui/header";
import { brand, origin } from "../ui/words";
import "../shared/index.css";

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
        {children}
      </body>
    </html>
  );
}
