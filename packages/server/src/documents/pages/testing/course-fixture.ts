import { expect } from 'vitest';
import { anAddress } from '../../../identity/testing/people.js';
import type { TestService } from '../../../testing/service.js';
import { createDocumentsFixture, type DocumentsFixture } from '../../testing/documents-fixture.js';

/** The documents of these tests: a paid course, and a handbook that customers of the course cannot read. */
export const lesson = `---
title: Keeping a starter alive
---

A starter is a small population of yeast. Feed it[^1], or read [how to store it](storing.md) and [[Flour]].

> [!NOTE]
> You need a scale.

## What lives in the jar

![The jar](jar.svg)

| Temperature | Taste |
|---|--:|
| 18 °C | mild |

The rate is $r = r_0 Q^{T/10}$, and a very long word is ${'un'.repeat(80)}.

## Feeding

- [x] Scale is clean
- [ ] Flour is warm

\`\`\`python
def ratio(starter: float, flour: float) -> str: return f"1:{flour / starter:g}"  # as bakers write it, in one long line
\`\`\`

[^1]: Once a day.
`;

const jar =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="teal"/></svg>';

/** A fixture with a course and a handbook, and ways to grant and revoke access to them. */
export interface CourseFixture extends DocumentsFixture {
  /** Grants a new address these patterns. Returns the address and the group. */
  member(...paths: string[]): Promise<{ readonly email: string; readonly group: string }>;
  /** Creates a magic link for these patterns. */
  link(paths: readonly string[], expiresAt?: Date): Promise<{ readonly email: string; readonly address: string }>;
  /** Calls as the backend that grants and revokes access. */
  backend(method: string, path: string, body?: unknown): Promise<void>;
}

/** Creates the fixture. */
export async function createCourseFixture(service: TestService): Promise<CourseFixture> {
  const fixture = await createDocumentsFixture(service, 'course', 'handbook');
  await fixture.put(
    'course/README.md',
    '# Sourdough in six weeks\n\nBegin with [the first lesson](starter/keeping.md).\n',
  );
  await fixture.put('course/starter/keeping.md', lesson);
  await fixture.put('course/starter/jar.svg', jar);
  await fixture.put('course/starter/storing.md', '# Storing\n\nIn the fridge.\n');
  await fixture.put('course/flour.md', '# Flour\n\nRye wakes a tired starter.\n');
  await fixture.put('handbook/private.md', '# Salaries\n\nNobody outside reads about the starter of salaries.\n');
  const key = await fixture.createKey();
  const backend = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, { token: key, ...(body === undefined ? {} : { body }) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  return {
    ...fixture,
    member: async (...paths) => {
      const [email, group] = [anAddress(), await fixture.group(...paths)];
      await backend('POST', '/v1/members', { email, groups: [group] });
      return { email, group };
    },
    link: async (paths, expiresAt) => {
      const email = anAddress();
      const groups = [await fixture.group(...paths)];
      const more = expiresAt === undefined ? {} : { expires_at: expiresAt.toISOString() };
      const { magic_link: address } = await backend('POST', '/v1/readers', { email, groups, ...more });
      return { email, address };
    },
    backend: async (method, path, body) => {
      await backend(method, path, body);
    },
  };
}
