/** Gives each block of code a button that copies it. A drawing's text is left to what draws it. */
export const codeScript = `{
  const copy = async (block) => {
    if (navigator.clipboard) return navigator.clipboard.writeText(block.textContent);
    // Browsers offer the clipboard over https only. Elsewhere, copy the selected text.
    getSelection().selectAllChildren(block);
    if (!document.execCommand('copy')) throw new Error('not copied');
    getSelection().removeAllRanges();
  };
  const blocks = document.querySelectorAll('.prose pre > code:not(.language-mermaid)');
  const status = document.createElement('p');
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  if (blocks.length > 0) document.querySelector('main').append(status);
  for (const block of blocks) {
    const pre = block.parentElement;
    const frame = document.createElement('div');
    frame.className = 'copyable';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', 'Copy code');
    button.addEventListener('click', async () => {
      let said = 'Copied';
      try { await copy(block); } catch { said = 'Not copied'; }
      button.textContent = status.textContent = said;
    });
    const rest = () => { button.textContent = 'Copy'; status.textContent = ''; };
    button.addEventListener('blur', rest);
    frame.addEventListener('mouseleave', rest);
    pre.before(frame);
    frame.append(pre, button);
  }
}
`;
