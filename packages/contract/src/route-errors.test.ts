import { describe, expect, it } from 'vitest';
import { answerableErrors, errorCodes, type RouteDefinition, routes } from './index.js';

const table: readonly RouteDefinition[] = Object.values(routes);

describe('the error codes that a route can answer', () => {
  it('of a grant are those of its key, its body, its rate and its rules', () => {
    expect(answerableErrors(routes['members.grant'])).toEqual([
      'invalid_request',
      'invalid_json',
      'invalid_access',
      'invalid_workspace_id',
      'unauthenticated',
      'invalid_credential',
      'seat_cap_reached',
      'billing_inactive',
      'missing_capability',
      'read_only_here',
      'group_not_found',
      'member_exists',
      'workspace_conflict',
      'payload_too_large',
      'unsupported_media_type',
      'rate_limited',
      'internal',
      'unavailable',
    ]);
  });

  it('of an ingest route never ask for a credential or a workspace: the URL is both', () => {
    const codes = answerableErrors(routes['ingest.batch']);
    expect(codes).toContain('invalid_ingest_secret');
    expect(codes).not.toContain('unauthenticated');
    expect(codes).not.toContain('workspace_required');
  });

  it('hold everything that the route names itself, and nothing twice', () => {
    for (const route of table) {
      const codes = answerableErrors(route);
      expect(codes).toEqual(expect.arrayContaining([...(route.errors ?? [])]));
      expect(new Set(codes).size).toBe(codes.length);
    }
  });

  it('leave no code of the catalogue unused, but those of the edge and of what is to come', () => {
    const used = new Set(table.flatMap(answerableErrors));
    const unused = Object.keys(errorCodes).filter((code) => !used.has(code as keyof typeof errorCodes));
    // A slice refuses single records, in their results.
    expect(unused).toEqual([
      'route_not_found',
      'document_not_found',
      'method_not_allowed',
      'outside_slice',
      'headers_too_large',
    ]);
  });
});
