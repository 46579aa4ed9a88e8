// React empties the root when it first draws.
const markup = document.querySelector('.outline')?.innerHTML ?? '';

/** The outline of `index.html` for as long as nothing is drawn before it; its style then hides it. */
export function Outline() {
  return <div className="outline" role="status" ref={fill} />;
}

function fill(container: HTMLElement | null): void {
  if (container !== null) container.innerHTML = markup;
}
