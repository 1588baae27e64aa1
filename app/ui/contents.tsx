/** The headings of a long page, as links to them. A test holds them to the page's own. */
export function Contents({ headings }: { headings: Readonly<Record<string, string>> }) {
  return (
    <nav aria-label="On this page">
      <ul className="picks links">
        {Object.entries(headings).map(([id, words]) => (
          <li key={id}>
            <a href={`#${id}`}>{words}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
