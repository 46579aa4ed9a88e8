/** How much larger than a browser's own the text of reading pages is. */
export const readingScale = 1.0625;

/** How a document's own text is set, on reading pages and in the dashboard. */
export const proseStyle = `
.prose { color: var(--text); font: 1.06rem/1.68 var(--serif); hanging-punctuation: first; }
.prose > :first-child { margin-top: 0; }
.prose > :last-child { margin-bottom: 0; }
.prose p, .prose ul, .prose ol, .prose dl, .prose blockquote, .prose .table, .prose details { margin: 0 0 1.15em; }
.prose h1, .prose h2, .prose h3, .prose h4, .prose h5, .prose h6 { position: relative; color: var(--strong); font-family: var(--sans);
  font-weight: 680; line-height: 1.25; letter-spacing: -.014em; text-wrap: balance; }
.prose h1 { margin: 0 0 1.4rem; font-size: 2.1rem; font-weight: 700; line-height: 1.18; letter-spacing: -.022em; }
.prose h2 { margin: 2.6rem 0 .9rem; font-size: 1.42rem; }
.prose h3 { margin: 2rem 0 .7rem; font-size: 1.14rem; }
.prose h4, .prose h5, .prose h6 { margin: 1.6rem 0 .5rem; font-size: 1rem; }
.prose h1 + h2, .prose h2 + h3 { margin-top: 1.2rem; }
.prose .self-link { padding-left: .4em; color: var(--soft); font-weight: 400; text-decoration: none; opacity: 0; }
.prose :is(h1, h2, h3, h4, h5, h6):hover .self-link { opacity: 1; }
.prose :target:is(h1, h2, h3, h4, h5, h6)::before { content: ""; position: absolute; left: -1rem; top: .1em; bottom: .1em; width: 3px; background: var(--stone); border-radius: 2px; }
.prose strong { color: var(--strong); font-weight: 700; }
.prose ul { padding-left: 1.4em; list-style: disc; }
.prose ol { padding-left: 1.6em; list-style: decimal; }
.prose li { margin: .35em 0; padding-left: .15em; }
.prose li::marker { color: var(--soft); font-family: var(--sans); font-size: .9em; font-variant-numeric: tabular-nums; }
.prose li > ul, .prose li > ol { margin-bottom: .4em; }
.prose li > p { margin-bottom: .5em; }
.prose .task-list-item { list-style: none; }
.prose .task-list-item input { width: 1em; height: 1em; margin: 0 .5em 0 -1.5em; vertical-align: -.12em; accent-color: var(--accent); }
.prose blockquote { padding: .1em 0 .1em 1.3em; color: var(--soft); border-left: 3px solid var(--link-line); font-style: italic; }
.prose blockquote > :last-child { margin-bottom: 0; }
.prose .callout { padding: 1em 1.2em; color: var(--text); background: color-mix(in srgb, var(--tone) 9%, var(--page)); border: 1px solid color-mix(in srgb, var(--tone) 26%, var(--page));
  border-left: 3px solid var(--tone); border-radius: var(--radius-md); font-size: .97em; font-style: normal; }
.prose .callout { --tone: var(--note); }
.prose .callout.tip { --tone: var(--tip); }
.prose .callout.important { --tone: var(--important); }
.prose .callout.warning { --tone: var(--warning); }
.prose .callout.caution { --tone: var(--caution); }
.prose .callout-title { margin-bottom: .35em; color: var(--strong); font: 650 .84rem/1.4 var(--sans); }
.prose .dead-link { color: var(--alert); text-decoration: underline wavy; }
.prose hr { width: 6rem; margin: 2.6rem auto; border: 0; border-top: 2px solid var(--line); }
.prose img { max-width: 100%; height: auto; border-radius: var(--radius-sm); vertical-align: middle; }
.prose p > img:only-child { display: block; margin: 1.8em auto; }
.prose code, .prose kbd, .prose samp, .prose tt { font-family: var(--mono); font-size: .82em; }
.prose :not(pre) > code { padding: .16em .38em; background: var(--raised); border-radius: .3em; overflow-wrap: anywhere; }
.prose .math-error { color: var(--stone); }
.prose kbd { padding: .14em .45em; background: var(--raised); border: 1px solid var(--line); border-bottom-width: 2px; border-radius: .35em; }
.prose pre { margin: 0 0 1.4em; padding: 1rem 1.15rem; overflow-x: auto; background: var(--raised); border-radius: var(--radius-md); font: .8rem/1.65 var(--mono); tab-size: 4; }
.prose pre code { font-size: inherit; }
.prose .copyable { position: relative; }
.prose > .copyable:last-child > pre { margin-bottom: 0; }
.prose .copyable > button { position: absolute; top: .5rem; right: .5rem; padding: .2rem .6rem; color: var(--text); font: 600 .75rem/1.4 var(--sans);
  background: var(--page); border: 1px solid var(--line); border-radius: var(--radius-sm); cursor: pointer; }
@media (hover: hover) { .prose .copyable:not(:hover, :focus-within) > button { opacity: 0; } }
.prose img[role=button] { cursor: zoom-in; }
.prose .table { overflow-x: auto; overflow-wrap: break-word; }
.prose .diagram { display: block; width: 100%; height: 12rem; border: 0; color-scheme: normal; }
.prose table { min-width: 100%; border-collapse: collapse; font: .86rem/1.5 var(--sans); font-variant-numeric: tabular-nums; }
.prose th { color: var(--strong); font-weight: 650; text-align: left; border-bottom: 2px solid var(--line); }
.prose td { border-bottom: 1px solid var(--line); }
.prose th, .prose td { min-width: 5rem; padding: .6rem .9rem .6rem 0; vertical-align: top; }
.prose [align=right] { text-align: right; }
.prose [align=center] { text-align: center; }
.prose th[align], .prose td[align] { padding-left: .9rem; }
.prose details { padding: .8em 1.1em; border: 1px solid var(--line); border-radius: var(--radius-md); }
.prose summary { color: var(--strong); font: 600 .95rem/1.5 var(--sans); cursor: pointer; }
.prose details[open] > summary { margin-bottom: .7em; }
.prose details > :last-child { margin-bottom: 0; }
.prose dt { color: var(--strong); font-weight: 700; }
.prose dd { margin: 0 0 .7em 1.4em; }
.prose math { font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", "Noto Sans Math", math, var(--serif); font-size: 1.04em; }
.prose math[display=block] { display: block math; max-width: 100%; margin: 1.3em 0; overflow-x: auto; overflow-y: hidden; }
.prose sup { line-height: 0; font-size: .72em; }
.prose sup a { padding: 0 .1em; text-decoration: none; }
.prose .footnotes { margin-top: 3rem; padding-top: 1.2rem; border-top: 1px solid var(--line); font-size: .88em; }
.prose hr:has(+ .footnotes) { display: none; }
.hljs-comment, .hljs-quote, .hljs-meta { color: var(--soft); font-style: italic; }
.hljs-keyword, .hljs-selector-tag, .hljs-literal, .hljs-section, .hljs-doctag, .hljs-name { color: var(--hl-keyword); }
.hljs-string, .hljs-regexp, .hljs-addition, .hljs-attribute, .hljs-template-tag { color: var(--hl-string); }
.hljs-number, .hljs-symbol, .hljs-bullet, .hljs-variable, .hljs-template-variable, .hljs-link { color: var(--hl-number); }
.hljs-title, .hljs-built_in, .hljs-type, .hljs-attr, .hljs-selector-id, .hljs-selector-class { color: var(--hl-title); }
.hljs-deletion { color: var(--hl-deletion); }
.hljs-emphasis { font-style: italic; }
.hljs-strong { font-weight: 700; }
`;
