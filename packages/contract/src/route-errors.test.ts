import { describe, expect, it } from 'vitest';
import { answerableErrors, errorCodes, type RouteDefinition, routes } from './index.js';

const table: readonly RouteDefinition[] = Object.values(routes);

describe('answerableErrors', () => {
  it('of a grant returns the codes of its key, body, rate limit and rules', () => {
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
      'request_timeout',
      'member_exists',
      'workspace_conflict',
      'payload_too_large',
      'unsupported_media_type',
      'expectation_failed',
      'rate_limited',
      'headers_too_large',
      'internal',
      'unavailable',
    ]);
  });

  it('of an ingest route never returns codes of a credential or workspace, because the URL contains both', () => {
    const codes = answerableErrors(routes['ingest.batch']);
    expect(codes).toContain('invalid_ingest_secret');
    expect(codes).toEqual(expect.arrayContaining(['invalid_workspace_id', 'workspace_conflict']));
    expect(codes).not.toContain('unauthenticated');
    expect(codes).not.toContain('workspace_required');
  });

  it('of `me.get` returns the codes of an optional workspace', () => {
    expect(answerableErrors(routes['me.get'])).toEqual([
      'invalid_request',
      'invalid_workspace_id',
      'unauthenticated',
      'invalid_credential',
      'not_a_member',
      'request_timeout',
      'workspace_conflict',
      'rate_limited',
      'headers_too_large',
      'internal',
      'unavailable',
    ]);
  });

  it('returns no codes of a workspace if the route has none', () => {
    for (const id of ['workspaces.list', 'operator.update_workspace', 'health.get', 'device.code'] as const) {
      const codes = answerableErrors(routes[id]);
      for (const code of [
        'workspace_required',
        'invalid_workspace_id',
        'not_a_member',
        'workspace_conflict',
      ] as const) {
        expect(codes).not.toContain(code);
      }
    }
  });

  it("returns all of the route's own codes, without duplicates", () => {
    for (const route of table) {
      const codes = answerableErrors(route);
      expect(codes).toEqual(expect.arrayContaining([...(route.errors ?? [])]));
      expect(new Set(codes).size).toBe(codes.length);
    }
  });

  it('of all routes returns every code except those of the HTTP edge', () => {
    const used = new Set(table.flatMap(answerableErrors));
    const unused = Object.keys(errorCodes).filter((code) => !used.has(code as keyof typeof errorCodes));
    // These are codes of the edge, and of single records, which occur in results.
    expect(unused).toEqual(['route_not_found', 'method_not_allowed', 'version_mismatch', 'outside_slice']);
  });
});
