import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlinesOf } from './outline.js';
import { renderDocument } from './render-document.js';

const html = (text: string) => renderDocument({ path: 'docs/a.md', text }).html.trim();
const titleOf = (text: string) => outlinesOf([{ path: 'docs/a.md', text }])[0]?.title;

const comments = [
  (inside: string) => `%%${inside}%%`,
  (inside: string) => `{/*${inside}*/}`,
  (inside: string) => `{% comment %}${inside}{% endcomment %}`,
  (inside: string) => `{%- comment "draft" -%}${inside}{%- endcomment -%}`,
];
const markers = [
  '%%',
  '{/*',
  '*/}',
  '{% comment %}',
  '{% endcomment %}',
  ':::tip',
  ':::',
  '!!! note',
  '$$',
  '```',
  '`',
];
const words = fc.array(fc.constantFrom('one', 'two', '# three', '- four', '\n', '\n\n', ' ', '> five'), {
  maxLength: 6,
});
const inside = words.map((parts) => parts.join(' '));

describe('comments of other dialects', () => {
  it('are hidden between paragraphs, whatever they contain, and nothing else is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...comments), inside, (comment, text) => {
        expect(html(`before\n\n${comment(` secret ${text} `)}\n\nafter`)).toBe('<p>before</p>\n<p>after</p>');
      }),
    );
  });

  it('are hidden inside a line', () => {
    for (const comment of comments) {
      expect(html(`before ${comment(' secret ')} after`)).toBe('<p>before  after</p>');
      expect(html(`- item\n\n  ${comment('\n  secret\n\n  ')}\n\n  rest`)).not.toContain('secret');
      expect(html(`# Title ${comment('secret')}`)).not.toContain('secret');
    }
    expect(titleOf('%% # Secret %%\n\n# Title')).toBe('Title');
  });

  it('that do not end are text, and so are percentages', () => {
    for (const text of ['%% open', '{/* open', '{% comment %} open', 'from 5%% to 10%%', '%%%% x']) {
      expect(html(`${text}\n\nafter`)).toContain('<p>after</p>');
      expect(html(text).replace(/<[^>]*>/g, '')).toBe(text);
    }
  });
});

describe('code', () => {
  const code = fc.array(fc.constantFrom(...markers.slice(0, -2), 'text', '\n'), { minLength: 1, maxLength: 8 });

  it('in a block is never changed, whatever is written around it', () => {
    fc.assert(
      fc.property(code, fc.constantFrom(...markers.slice(0, -2), 'text'), (parts, before) => {
        const written = `${parts.join('\n')}\n`.replace(/^\n+|\n+$/g, '');
        const shown = html(`${before}\n\n\`\`\`\n${written}\n\`\`\`\n\nafter`);
        const [, content = ''] = /<pre[^>]*><code[^>]*>([\s\S]*?)<\/code><\/pre>/.exec(shown) ?? [];
        expect(content.trim()).toBe(written.trim());
        expect(shown).toContain('<p>after</p>');
      }),
      { numRuns: 300 },
    );
  });

  it('in a line is never changed', () => {
    for (const marker of markers.slice(0, -2)) {
      expect(html(`${marker} a \`${marker}\` b`)).toContain(`<code>${marker}</code>`);
    }
  });
});

describe('callouts of other dialects', () => {
  it.each([
    [':::tip\nWords\n:::', 'tip', 'Tip'],
    ['::: warning Mind *this*\nWords\n:::', 'warning', 'Mind <em>this</em>'],
    [':::note[A title]{#id}\nWords\n:::', 'note', 'A title'],
    ['!!! note\n    Words', 'note', 'Note'],
    ['!!! danger "A title"\n\n    Words\n', 'caution', 'A title'],
    ['???+ info\n    Words', 'note', 'Info'],
    ['{% hint style="success" %}\nWords\n{% endhint %}', 'tip', 'Success'],
  ])('%j is a callout', (text, look, title) => {
    expect(html(`${text}\n\nafter`).replace(/\n/g, '')).toBe(
      `<blockquote class="callout ${look}"><p class="callout-title">${title}</p><p>Words</p></blockquote><p>after</p>`,
    );
  });

  it('contain blocks, also code with the line that ends them, and other callouts', () => {
    const shown = html('::::tip\n## Head\n\n```\n::::\n```\n\n:::note\n- item\n:::\n\n::::\n\nafter');
    expect(shown.match(/<blockquote/g)).toHaveLength(2);
    expect(shown).toMatch(/<h2 id="head">[\s\S]*::::\n[\s\S]*<li>item<\/li>[\s\S]*<\/blockquote>\n<p>after<\/p>$/);
  });

  it.each([
    ':::tip\nWords',
    ':::unknown\nWords\n:::',
    '!!! note\nWords',
    '!!! important words',
    '{% hint style="info" %}\nWords',
  ])('%j stays text', (text) => {
    expect(html(text)).not.toContain('blockquote');
    expect(html(text).replace(/<[^>]*>|&[^;]*;/g, '')).toContain(text.split('\n').at(text.includes(':::u') ? 1 : -1));
  });
});

describe('formulas', () => {
  it.each(['$$\nopen', '$$ open\n\nmore\n\n$$', '$$\nopen\n\n$$\nx\n$$'])('%j hides nothing', (text) => {
    const shown = html(`${text}\n\nafter`);
    expect(shown).toContain('open');
    expect(shown).toContain('<p>after</p>');
  });

  it.each(['$$x$$', '$$\nx\n$$', '$$ x\n$$', '> $$\n> x\n> $$'])('%j is a formula', (text) => {
    expect(html(`${text}\n\nafter`)).toMatch(/<math[\s\S]*<\/math>[\s\S]*<p>after<\/p>$/);
  });
});

it.each([
  ['## Setup\n\nWords\n\n# Later', 'Setup'],
  ['Words\n\n## Setup\n\n# Later', 'Later'],
  ['Words\n\n## Setup', 'a.md'],
  ['<h1 align="center">The <b>app</b> &amp; more</h1>\n\n## Setup', 'The app & more'],
  ['<div>\n<h1>The app</h1>\n</div>\n\nWords', 'The app'],
  ['<h1></h1>\n\n# Title', 'Title'],
])('the title of %j is %j', (text, title) => {
  expect(titleOf(text)).toBe(title);
});
