// Read when this module loads, because React empties the root element at its first render.
const markup = document.querySelector('.outline')?.innerHTML ?? '';

/** The skeleton from `index.html`. It is shown until the page renders, and then hidden by a style. */
export function Outline() {
  return <div className="outline" role="status" ref={fill} />;
}

function fill(container: HTMLElement | null): void {
  if (container !== null) container.innerHTML = markup;
}
