import { html } from 'hono/html';
import type { Markup } from '../pages/layout.js';
import type { Schema } from './document.js';
import { referencePath } from './paths.js';
import { inWords } from './words.js';

/** Lists a schema's fields with their types; nested fields are listed below their object. */
export function fieldsView(schema: Schema): Markup | '' {
  const fields = fieldsOf(schema);
  if (fields.length === 0) {
    return '';
  }
  return html`<dl>${fields.map(([name, field, isRequired]) => {
    const below = field.$ref === undefined ? fieldsView(field) : '';
    return html`<dt><code>${name}</code> <span class="type">${typeView(field)}${isRequired ? '' : ', optional'}</span></dt>
<dd>${inWords(noteOf(field))}${below}</dd>`;
  })}</dl>`;
}

/** A short description of a type. A named schema is a link to its description. */
export function typeView(schema: Schema): Markup {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) {
    return html`<a href="${referencePath('schemas', `schema.${name}`)}">${name}</a>`;
  }
  const choices = choicesOf(schema);
  if (choices.length > 0) {
    return html`${choices.map((choice, index) => html`${index > 0 ? ' or ' : ''}${typeView(choice)}`)}`;
  }
  if (schema.items !== undefined) {
    return html`list of ${typeView(schema.items)}`;
  }
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined && values.length <= 12) {
    return html`${values.map((value) => JSON.stringify(value)).join(' or ')}`;
  }
  return html`${[schema.type ?? 'any value'].flat().join(' or ')}${schema.format ? ` (${schema.format})` : ''}`;
}

function choicesOf(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
}

/** The fields of an object, of the items of a list or of alternatives, each with whether it is required. */
function fieldsOf(schema: Schema): [name: string, field: Schema, isRequired: boolean][] {
  const own = Object.entries(schema.properties ?? {}).map(([name, field]): [string, Schema, boolean] => [
    name,
    field,
    schema.required?.includes(name) ?? false,
  ]);
  const inside = [...choicesOf(schema), ...(schema.items === undefined ? [] : [schema.items])];
  return [...own, ...inside.flatMap((each) => (each.$ref === undefined ? fieldsOf(each) : []))];
}

function noteOf({ description, default: preset, minimum, maximum, maxLength, maxItems }: Schema): string {
  // Every integer schema has the largest safe integer as its maximum. That is not worth showing.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    description === undefined ? '' : `${description.replace(/[.]$/, '')}.`,
    preset === undefined ? '' : `Default \`${JSON.stringify(preset)}\`.`,
    most === undefined ? '' : `${minimum ?? 'Up'} to ${most}.`,
    maxLength === undefined ? '' : `At most ${maxLength} characters.`,
    maxItems === undefined ? '' : `At most ${maxItems}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
