// React empties the root at the first render.
const markup = document.querySelector('.outline')?.innerHTML ?? '';

/** The skeleton in `index.html`, shown until the page renders; its style then hides it. */
export function Outline() {
  return <div className="outline" role="status" ref={fill} />;
}

function fill(container: HTMLElement | null): void {
  if (container !== null) container.innerHTML = markup;
}
