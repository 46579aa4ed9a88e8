/** Opens an image that is shown smaller than it is in a dialog. A dialog of the browser ends with Escape and returns the focus. */
export const imagesScript = `{
  const open = (image) => {
    const dialog = document.createElement('dialog');
    dialog.className = 'zoom';
    dialog.setAttribute('aria-label', image.alt);
    const large = document.createElement('img');
    large.src = image.currentSrc;
    large.alt = image.alt;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Close';
    dialog.append(button, large);
    dialog.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => dialog.remove());
    document.body.append(dialog);
    image.focus();
    dialog.showModal();
  };
  const offer = (image) => {
    const isShrunk = image.naturalWidth > image.clientWidth + 1 && image.clientWidth > 0;
    if (!isShrunk) {
      for (const name of ['role', 'tabindex', 'aria-label']) image.removeAttribute(name);
      return;
    }
    image.alt ||= 'Image';
    image.tabIndex = 0;
    image.setAttribute('role', 'button');
    image.setAttribute('aria-label', 'Enlarge: ' + image.alt);
  };
  const sizes = new ResizeObserver((entries) => { for (const { target } of entries) offer(target); });
  for (const image of document.querySelectorAll('.prose img')) {
    if (image.closest("a")) continue;
    sizes.observe(image);
    image.addEventListener('click', (event) => {
      if (image.getAttribute('role') !== 'button') return;
      event.preventDefault();
      open(image);
    });
    image.addEventListener('keydown', (event) => {
      if (image.getAttribute('role') !== 'button' || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      open(image);
    });
  }
}
`;
