/** Marks the heading that is being read in the list of headings beside the text. */
export const contentsScript = `{
  const links = new Map([...document.querySelectorAll('aside.toc a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const mark = () => {
    const line = innerHeight / 4;
    let current = headings[0];
    for (const heading of headings) if (heading.getBoundingClientRect().top <= line) current = heading;
    for (const [id, link] of links) {
      if (id === current.id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  if (headings.length > 1) {
    addEventListener('scroll', mark, { passive: true });
    mark();
  }
}
`;
