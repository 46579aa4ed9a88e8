import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/refusal.js';
import { startSuiteService } from '../testing/service.js';

const service = await startSuiteService();

describe('GET /metrics', () => {
  it('returns request and search index metrics to the operator, without secrets or ids', async () => {
    const workspace = await service.createWorkspace();
    await service.call('POST', '/ingest/this-is-a-secret', { body: { id: 1 } });
    await service.call('POST', '/collections', { token: workspace.token, body: { name: 'things' } });
    await service.call('POST', '/collections/things/query', { token: workspace.token, body: { query: 'anything' } });
    const { status, body } = await service.call('GET', '/metrics', { token: service.operatorToken });
    expect(status).toBe(200);
    expect(body).toMatch(
      /tessera_http_request_duration_seconds_count\{method="POST",route="collections.query",status="200"\} 1/,
    );
    expect(body).toMatch(/tessera_operation_duration_seconds_count\{operation="collections.query",status="200"\} 1/);
    expect(body).toMatch(/tessera_database_connections\{state="used"\} \d/);
    expect(body).toContain(`tessera_seats{workspace="${workspace.slug}",state="free"} 100`);
    expect(body).toMatch(/tessera_indexes 1/);
    expect(body).toMatch(/tessera_index_builds 1/);
    expect(body).toMatch(/tessera_index_build_seconds \d/);
    expect(body).toContain('tessera_pending_embeddings{state="waiting"} 0');
    expect(body).toContain('tessera_pending_embeddings{state="failed"} 0');
    expect(body).toMatch(/tessera_embedding_circuit_open\{embedder="[^"]+"\} 0/);
    expect(body).not.toContain('this-is-a-secret');
    expect(body).not.toContain('things');
  });

  it('refuses other callers, and reports a malformed credential as such', async () => {
    const workspace = await service.createWorkspace();
    for (const authorization of ['Basic b3BlcmF0b3I6eA==', 'Bearer garbage', 'Bearer']) {
      expectRefusal('401 unauthenticated', await service.call('GET', '/metrics', { headers: { authorization } }));
    }
    expect((await service.call('GET', '/metrics')).body.error.code).toBe('unauthenticated');
    expect((await service.call('GET', '/metrics', { token: workspace.token })).body.error.code).toBe(
      'invalid_credential',
    );
  });
});
