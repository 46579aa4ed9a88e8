import { expect, it } from 'vitest';
import { subjectProblem } from './commit-subject.mjs';

it.each(['Limit YAML nesting in front matter', 'Embed what is pending', `Fix ${'x'.repeat(68)}`])(
  'takes the subject %s',
  (subject) => expect(subjectProblem(subject)).toBeUndefined(),
);

it.each([
  [`Fix ${'x'.repeat(69)}`, '73 characters'],
  ['limit nesting', 'imperative'],
  ['Limited nesting', 'imperative'],
  ['Limiting nesting', 'imperative'],
  ['server: limit nesting', 'imperative'],
  ['Limit nesting.', 'full stop'],
])('refuses the subject %s', (subject, reason) => expect(subjectProblem(subject)).toContain(reason));
