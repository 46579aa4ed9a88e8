import { fontStyle } from '../../http/pages/font.js';
import { tokenStyle } from '../../http/pages/token-style.js';
import { proseStyle, readingScale } from './prose-style.js';

/** The whole style of the reading pages, without indentation: light and dark, from 320 px to wide, on paper. */
export const style = `
${fontStyle}${tokenStyle}*, ::before, ::after { box-sizing: border-box; }
html { font-size: ${100 * readingScale}%; scroll-padding-top: 5rem; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 var(--sans); overflow-wrap: break-word; }
a { color: var(--link); text-decoration-color: var(--link-line); text-underline-offset: .18em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 3px solid var(--stone); outline-offset: 2px; border-radius: 3px; }
main:focus { outline: none; }
ul, ol { margin: 0; padding: 0; list-style: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.soft, small { color: var(--soft); font-size: .82rem; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 4; padding: .5rem 1rem; color: var(--on-action); background: var(--action);
  border-radius: 0 0 var(--radius-md) var(--radius-md); }
.skip:focus { top: 0; }

.top { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 1rem 1.5rem; height: 3.5rem; padding: 0 1.5rem;
  background: var(--page); border-bottom: 1px solid var(--line); font-size: .88rem; }
.brand { display: flex; align-items: center; gap: .65rem; min-width: 0; color: var(--strong); font-weight: 650; text-decoration: none; }
.brand span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.mark { flex: none; width: 1.45rem; height: 1.45rem; }
.logo { flex: none; max-width: 9rem; height: 1.75rem; object-fit: contain; }
.find { flex: 0 1 22rem; margin-left: auto; }
.find input { width: 100%; height: 2.25rem; padding: 0 .8rem; color: inherit; font: inherit; background: var(--raised);
  border: 1px solid transparent; border-radius: var(--radius-md); }
.find input::placeholder { color: var(--soft); opacity: 1; }
.find input:hover, .find input:focus { border-color: var(--line); }
.find { position: relative; }
.found { position: absolute; top: calc(100% + .4rem); right: 0; width: min(30rem, calc(100vw - 2.2rem)); max-height: calc(100vh - 6rem); overflow-y: auto; padding: .4rem;
  background: var(--page); border: 1px solid var(--line); border-radius: var(--radius-md); box-shadow: 0 8px 28px rgb(0 0 0 / .18); }
.found p { margin: .5rem .7rem; color: var(--soft); }
.found a { display: block; padding: .55rem .7rem; color: var(--text); border-radius: var(--radius-sm); text-decoration: none; overflow-wrap: anywhere; }
.found a:is(:hover, :focus) { background: var(--raised); }
.found strong { display: block; color: var(--link); font-weight: 600; }
.found .snippet { display: -webkit-box; overflow: hidden; color: var(--soft); font-size: .82rem; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.found .more a { color: var(--link); font-weight: 600; }
.found mark { color: inherit; background: none; font-weight: 700; }
:root:not([data-scheme]) .needs-script { display: none; }
.theme { position: relative; flex: none; width: 2.25rem; height: 2.25rem; color: var(--soft); border-radius: var(--radius-md); }
.theme:hover { color: var(--text); background: var(--raised); }
.theme:focus-within { outline: 3px solid var(--stone); }
.brand + .theme { margin-left: auto; }
.theme svg { display: block; margin: .5rem auto; }
.theme select { position: absolute; inset: 0; width: 100%; height: 100%; padding: 0; font: inherit; opacity: 0; cursor: pointer; }
.person { flex: none; max-width: 14rem; overflow: hidden; color: var(--soft); text-decoration: none; text-overflow: ellipsis; white-space: nowrap; }
.person svg { display: none; }
.lock { margin-left: .35rem; color: var(--soft); vertical-align: -.1em; }
.offer { font-size: 1.125rem; }
a.person:hover { color: var(--text); text-decoration: underline; }
.menu, .tree .close { display: none; }
.forwardable { margin: 0; padding: .45rem 1.5rem; color: var(--text); background: color-mix(in srgb, var(--stone) 14%, var(--page));
  border-bottom: 1px solid var(--line); font-size: .82rem; text-align: center; }
.forwardable button { padding: 0; color: var(--link); font: inherit; background: none; border: 0; text-decoration: underline; cursor: pointer; }

.frame { display: grid; grid-template-columns: minmax(0, 1fr); }
main { width: 100%; max-width: 44rem; margin: 0 auto; padding: 2rem 1.5rem 5rem; }
.tree { padding: 1.5rem 1rem 3rem 1.5rem; background: var(--side); font-size: .86rem; }
.tree a { position: relative; display: block; margin: 1px 0; padding: .3rem .6rem; color: var(--soft); border-radius: var(--radius-sm); text-decoration: none; line-height: 1.4; }
.tree a:hover { color: var(--strong); background: color-mix(in srgb, var(--link) 8%, transparent); }
.tree a[aria-current] { color: var(--link); background: color-mix(in srgb, var(--link) 12%, transparent); font-weight: 600; }
.tree > ul > li > a { color: var(--strong); font-weight: 650; }
.tree > ul > li + li { margin-top: .5rem; }
.tree ul ul { margin-left: .6rem; padding-left: .5rem; border-left: 1px solid var(--line); }
.tree .folder { padding-right: 1.6rem; }
.tree .folder::after { content: ""; position: absolute; right: .75rem; top: .78rem; width: .36rem; height: .36rem; border: solid currentColor;
  border-width: 1.5px 1.5px 0 0; transform: rotate(45deg); opacity: .7; }
.tree .folder.open::after { top: .68rem; transform: rotate(135deg); }

.path ol { display: flex; flex-wrap: wrap; margin-bottom: 1rem; font-size: .82rem; }
.path li:not(:last-child)::after { content: "/"; margin: 0 .5rem; color: var(--soft); }
.path a { color: var(--soft); text-decoration: none; }
.path a:hover { color: var(--link); text-decoration: underline; }
aside.toc { display: none; }
.toc h2 { margin: 0 0 .5rem; color: var(--strong); font-size: .8rem; font-weight: 650; }
.toc a { display: block; padding: .22rem 0 .22rem .9rem; color: var(--soft); border-left: 2px solid var(--line); text-decoration: none; line-height: 1.4; }
.toc .level-3 a { padding-left: 1.8rem; }
.toc a:hover { color: var(--strong); }
.toc a[aria-current] { color: var(--link); border-left-color: var(--link); font-weight: 600; }
details.toc { margin: 0 0 2rem; padding: .7rem 1rem; background: var(--raised); border-radius: var(--radius-md); font-size: .86rem; }
details.toc summary { color: var(--strong); font-weight: 600; cursor: pointer; }
details.toc ul { margin-top: .6rem; }

main > h1, article > h1 { margin: 0 0 1.5rem; color: var(--strong); font-size: 2.1rem; font-weight: 700; line-height: 1.18; letter-spacing: -.022em; text-wrap: balance; }
.lead { margin: 0 0 2rem; color: var(--soft); }
.about { margin-top: 3.5rem; padding-top: 1.25rem; color: var(--soft); border-top: 1px solid var(--line); font-size: .82rem; }
.about p { margin: 0; }
.about a { color: var(--soft); }
.done { display: inline-flex; align-items: center; gap: .5rem; margin-top: 1rem; color: var(--text); cursor: pointer; }
.done input { width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--accent); }
.is-read::after { content: "✓"; position: absolute; right: .6rem; top: .3rem; color: var(--link); }
.tree .document { padding-right: 1.6rem; }
.entries a { position: relative; padding-right: 1.8rem; }
.zoom { width: 100vw; height: 100vh; max-width: none; max-height: none; padding: 3.5rem 1rem 1rem; overflow: auto; color: var(--text); background: var(--page); border: 0; }
.zoom[open] { display: grid; place-items: safe center; }
.zoom img { max-width: 100%; max-height: calc(100vh - 4.5rem); cursor: zoom-out; }
.zoom button { position: fixed; top: .75rem; right: 1rem; padding: .4rem 1rem; color: var(--text); font: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius-md); cursor: pointer; }
@media (max-width: 40rem) { .zoom img { max-width: 48rem; max-height: none; } .zoom[open] { place-items: safe center start; } }
.neighbours { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: 1.5rem; }
.neighbours a { padding: .9rem 1.1rem; color: var(--link); font-size: .95rem; font-weight: 600; border: 1px solid var(--line); border-radius: var(--radius-md); text-decoration: none; }
.neighbours a:hover { border-color: var(--link); }
.neighbours span { display: block; color: var(--soft); font-size: .8rem; font-weight: 400; }
.neighbours .next { grid-column: 2; text-align: right; }
.earlier { margin: 0 0 1.5rem; padding: .7rem 1rem; background: color-mix(in srgb, var(--stone) 14%, var(--page)); border-radius: var(--radius-md); font-size: .88rem; }
.action { display: inline-block; padding: .55rem 1rem; color: var(--on-action); background: var(--action); border: 1px solid var(--action-line, var(--action)); border-radius: var(--radius-md); font-weight: 600; text-decoration: none; }
.action:hover { text-decoration: underline; }
.picture { margin: 0 0 1.5rem; }
.picture img, video { display: block; max-width: 100%; border-radius: var(--radius-md); }
audio { width: 100%; margin-bottom: 1rem; }
main > pre, article > pre { padding: 1rem; overflow-x: auto; background: var(--raised); border-radius: var(--radius-md); font: .8rem/1.6 var(--mono); white-space: pre-wrap; }

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; }
.cards a { display: flex; flex-direction: column; gap: .35rem; height: 100%; padding: 1.25rem; color: var(--text); border: 1px solid var(--line); border-radius: var(--radius-lg); text-decoration: none; }
.cards a:hover { border-color: var(--link); }
.cards strong { color: var(--strong); font-size: 1.1rem; }
.cards span { color: var(--soft); font-size: .9rem; }
.cards small { margin-top: auto; padding-top: .5rem; }
.contents { margin-top: 2.5rem; }
.entries { border-top: 1px solid var(--line); }
.entries li { border-bottom: 1px solid var(--line); }
.entries a { display: block; padding: .7rem .25rem; color: var(--text); font-weight: 500; text-decoration: none; }
.entries a:hover { color: var(--link); background: var(--raised); }
.entries .folder::after { content: " ›"; color: var(--soft); }
.results li { padding: 1.1rem 0; border-top: 1px solid var(--line); }
.results a { font-size: 1.05rem; font-weight: 600; }
.results a span { color: var(--soft); font-weight: 400; }
.results p { margin: .3rem 0; color: var(--text); font-size: .92rem; line-height: 1.55; }
.results mark { padding: 0 .1em; color: var(--mark-text); background: var(--mark); border-radius: .2em; }
.versions li { padding: .8rem 0; border-top: 1px solid var(--line); }
.versions a[href*="changes="] { margin-left: .5rem; font-size: .82rem; }
.place { margin: 2rem 0 .5rem; color: var(--soft); font-size: .82rem; font-weight: 600; }
.changes ins, .changes del { display: block; margin: 0 -1rem; padding: 0 1rem; text-decoration: none; }
.changes ins { background: color-mix(in srgb, var(--link) 16%, transparent); }
.changes del { background: color-mix(in srgb, var(--stone) 20%, transparent); }
.status { margin-left: .5rem; padding: .1rem .5rem; color: var(--soft); background: var(--raised); border-radius: 1rem; font-size: .75rem; }
.notice, .gone { max-width: 30rem; margin: 12vh auto 0; text-align: center; }
.notice .action { margin-top: .5rem; }

@media (min-width: 56rem) {
  .frame.with-tree { grid-template-columns: 16.5rem minmax(0, 1fr); }
  .tree { position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem); overflow-y: auto; border-right: 1px solid var(--line); }
  main { padding: 2.5rem 2.5rem 6rem; }
}
@media (min-width: 78rem) {
  .frame.with-toc { grid-template-columns: 17.5rem minmax(0, 1fr) 15.5rem; }
  aside.toc { display: block; position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); padding: 3rem 1.5rem 2rem 0; overflow-y: auto; font-size: .8rem; }
  .frame.with-toc details.toc { display: none; }
}
@media (max-width: 55.99rem) {
  .top { gap: .75rem; padding: 0 1.1rem; }
  span.person, a.person span { display: none; }
  a.person { display: grid; place-items: center; flex: none; width: 2.25rem; height: 2.25rem; color: inherit; }
  .person svg { display: block; }
  .top { gap: .5rem; }
  .find { position: static; flex: 1 1 5rem; }
  .found { inset: 3.5rem 0 auto; width: auto; margin: 0 .5rem; }
  .brand { flex: 0 1 auto; }
  .brand span { max-width: 6.5rem; }
  .logo { max-width: 2.75rem; }
  .is-read::after { top: .5rem; }
  .menu { display: block; flex: none; }
  .tree { display: none; }
  .tree:target { display: block; position: fixed; inset: 0; z-index: 3; padding: 1rem 1.1rem 3rem; overflow-y: auto; font-size: 1rem; }
  .tree .close { display: block; margin-bottom: .5rem; text-align: right; color: var(--link); text-decoration: underline; }
  .tree a { padding: .5rem .6rem; }
  .tree .folder::after { top: 1.05rem; }
  .tree .folder.open::after { top: .95rem; }
  main { padding: 1.5rem 1.1rem 4rem; }
  main > h1, article > h1, .prose h1 { font-size: 1.75rem; }
}
@media print {
  :root, :root[data-scheme] { color-scheme: light; --page: #fff; --text: #000; --strong: #000; --soft: #444; --line: #bbb; --link: #000; --raised: #f4f4f4; }
  html { font-size: 10.5pt; }
  .top, .tree, .toc, .path, .neighbours, .done, .skip, .forwardable, .self-link, .copyable > button { display: none !important; }
  .frame { display: block; }
  main { max-width: none; padding: 0; }
  .prose pre, .prose table, .prose img, .prose blockquote { break-inside: avoid; }
  .prose h1, .prose h2, .prose h3 { break-after: avoid; }
  .prose pre { white-space: pre-wrap; border: 1px solid var(--line); }
}
${proseStyle}`.replace(/^\s+/gm, '');
