import { exports } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { isDeep } from '../support/depth';
import { getJson, OPERATOR } from '../support/stage-client';

it('serves the document that clients are generated from', async () => {
  const { paths } = await getJson<{ paths: Record<string, Record<string, { operationId?: string }>> }>(
    'GET /openapi.json',
  );
  expect(paths['/v1/scenes']?.post?.operationId).toBe('createScene');
});

// Generating the client takes ten seconds.
if (isDeep)
  it('drives a scene from its first line to its end, by a client that is generated from the document', async () => {
    const { driveScene } = await import('../generated/drive-scene');
    const driven = await driveScene('https://stage.test', OPERATOR, (request) =>
      exports.default.fetch(request),
    );
    expect(driven).toMatchObject({
      title: 'A kitchen in a storm',
      round: { n: 1, status: 'completed' },
      refused: ['/problems/invalid', '/problems/not-found'],
      isDeleted: true,
    });
    expect(driven.lines).not.toEqual([]);
    for (const line of driven.lines)
      expect(line).toEqual({ seq: expect.any(Number), name: 'Ada', text: expect.stringMatching(/\S/) });
  });
