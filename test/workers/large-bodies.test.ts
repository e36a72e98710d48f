import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/http/app';
import { listOperations } from '../../src/http/auth/permissions';
import type { Access } from '../../src/room/actions';
import { call, OPERATOR } from '../support/stage-client';

const MIB = 1024 * 1024;
/** Clients of this route only understand errors of OpenAI (test/workers/openai-door.test.ts). */
const CHAT = 'POST /v1/scenes/{id}/openai/chat/completions';
/** Routes that accept files, as listed in docs/operate.md. */
const FILES: Record<string, number> = {
  '/v1/scenes/x/ag-ui': 2 * MIB,
  '/v1/games': 8 * MIB,
  // As JSON, which this test sends; 32 MiB for any other type.
  '/v1/characters/import': 16 * MIB,
  '/v1/lorebooks/import': 4 * MIB,
  '/v1/experiments/import': 4 * MIB,
  '/v1/scenes/import': 16 * MIB,
  '/v1/runs/import': 16 * MIB,
};

function streamOf(bytes: number): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(256 * 1024).fill(32);
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(piece.subarray(0, Math.min(piece.length, left)));
      left -= piece.length;
      if (left <= 0) controller.close();
    },
  });
}

async function answerTo(row: string, key: string | null, raw: BodyInit) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await call(row, { key, raw, headers });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('Content-Type'), text };
}

const PROBLEM = 'application/problem+json';
const rows = [...listOperations(createApp())].flatMap(([row, { who }]): [string, Access][] =>
  /^(?:POST|PUT|PATCH) /.test(row) && row !== CHAT ? [[row, who]] : [],
);

describe('a body over the limit', () => {
  it.each(rows)('of %s (%s) is answered by a problem', async (row, access) => {
    const address = row.replaceAll(/\{\w+\}/g, 'x');
    const [, path = ''] = address.split(' ');
    const { status, type, text } = await answerTo(address, OPERATOR, streamOf((FILES[path] ?? MIB) + 1));
    // Without a session, the answer asks to sign in first.
    expect([status, type]).toEqual([access === 'person' ? 401 : 413, PROBLEM]);
    const problem = JSON.parse(text) as { detail: string; fix: string };
    expect(problem.detail && problem.fix).toBeTruthy();
    expect(text).not.toMatch(/\bat .*\.(?:ts|js|mjs):\d+/);
  });

  it.each([
    ['POST /v1/scenes', OPERATOR, 413],
    ['POST /v1/scenes/import', OPERATOR, 413],
    ['POST /mcp', OPERATOR, 413],
    [`POST /v1/hooks/hk_local_${'x'.repeat(20)}/deliver`, null, 413],
    ['POST /v1/discord/123456789012345678/interactions', null, 413],
    ['POST /v1/seats/accept', null, 413],
    // Their bodies are only discarded.
    ['POST /v1/scenes', null, 401],
    ['POST /mcp', null, 401],
    ['POST /v1/nothing', OPERATOR, 413],
    ['POST /healthz', null, 404],
  ])('%s: 50 MB with a length, and without', async (row, key, wanted) => {
    const size = 50_000_000;
    for (const raw of [streamOf(size), new Uint8Array(size)]) {
      const { status, type } = await answerTo(row, key, raw);
      expect([status, type]).toEqual([wanted, PROBLEM]);
    }
  });

  it('is read to its end whatever the answer is, so that its sender gets it', async () => {
    for (const [row, key] of [
      ['POST /v1/scenes', OPERATOR],
      ['POST /v1/scenes', null],
      ['POST /mcp', null],
    ] as const) {
      let left = 40;
      const raw = new ReadableStream<Uint8Array>({
        pull(controller) {
          left -= 1;
          if (left < 0) controller.close();
          else controller.enqueue(new Uint8Array(MIB));
        },
      });
      await answerTo(row, key, raw);
      expect([row, left]).toEqual([row, -1]);
    }
  });
});
