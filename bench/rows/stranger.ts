import { zipSync } from 'fflate';
import { type Door, pause, send } from '../lib/client';
import type { Section } from '../lib/report';
import { spread } from '../lib/stats';
import type { Bench } from './context';

/** The limit of an imported chat (docs/operate.md). */
const MESSAGES = 20_000;
const GOAL_MS = 1_000;
const GAP_MS = 20;

/** Measures how long an unrelated `GET /healthz` waits while the stage handles a large request. */
export async function measureStranger({ stage, floor, quick }: Bench): Promise<Section> {
  const messages = quick ? 4_000 : MESSAGES;
  const idle = await waitsDuring(floor, () => pause(3_000));
  let scene = '';
  let archive = new Uint8Array();
  const works: [what: string, work: () => Promise<unknown>][] = [
    [
      `the import of a chat of ${messages} messages, and its index`,
      async () => {
        const reply = await post(stage, '/v1/scenes/import', chat(messages), 'application/x-ndjson');
        scene = String(JSON.parse(new TextDecoder().decode(reply)).id);
        await pause(15_000);
      },
    ],
    [
      `the export of that scene (${messages / 2} rounds)`,
      async () => {
        archive = await read(stage, `/v1/scenes/${scene}/export`);
      },
    ],
    ['the import of that export', () => post(stage, '/v1/scenes/import', archive, 'application/zip')],
    ['a fork of that scene', () => send(stage, 'POST', `/v1/scenes/${scene}/fork`)],
    [
      'the refusal of a zip bomb (16 KiB that unpack to 16 MiB and more)',
      () => post(stage, '/v1/scenes/import', bomb(), 'application/zip', 413),
    ],
    [
      'an experiment with 50 runs at a time and a model that answers at once',
      async () => {
        const body = { name: 'Fifty', games: ['crates'], seeds: 50, parallel: 50 };
        const reply = await send(stage, 'POST', '/v1/experiments', body);
        await pause(quick ? 5_000 : 20_000);
        await send(stage, 'POST', `/v1/experiments/${(reply as { id: string }).id}/stop`);
      },
    ],
  ];
  const rows: Section['rows'] = [];
  for (const [what, work] of works) {
    const waits = await waitsDuring(stage, work);
    const worst = Math.max(...waits);
    rows.push({
      what: `${what}: longest wait`,
      ours: `${worst.toFixed(0)} ms; ${spread(waits)}`,
      floor: spread(idle),
      ratio: '—',
      goal: `≤ ${GOAL_MS} ms`,
      met: worst <= GOAL_MS,
      samples: `${waits.length}`,
    });
  }
  return {
    title: 'Responsiveness during large requests',
    method: `A caller without a key requests \`GET /healthz\` every ${GAP_MS} ms while another caller keeps the stage busy. The baseline is a bare, idle Worker.`,
    rows,
  };
}

/** Returns each wait in milliseconds. */
async function waitsDuring(door: Door, work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isOver = false;
  const end = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const began = performance.now();
    await (await fetch(`${door.url}/healthz`)).arrayBuffer();
    waits.push(performance.now() - began);
    await pause(GAP_MS);
  }
  await end;
  return waits;
}

async function post(
  { url, key }: Door,
  path: string,
  body: string | Uint8Array,
  type: string,
  status = 201,
): Promise<Uint8Array> {
  const response = await fetch(url + path, {
    method: 'POST',
    body: body as BodyInit,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status !== status) throw new Error(`POST ${path}: ${response.status}`);
  return bytes;
}

async function read({ url, key }: Door, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
  return new Uint8Array(await response.arrayBuffer());
}

function chat(messages: number): string {
  const head = { user_name: 'Ada', character_name: 'Mara', create_date: '2024-01-01', chat_metadata: {} };
  const lines = Array.from({ length: messages }, (_, i) => ({
    name: i % 2 === 0 ? 'Ada' : 'Mara',
    is_user: i % 2 === 0,
    send_date: Date.UTC(2024, 0, 1) + i * 1_000,
    mes: `Line ${i}: ${'and so it went on '.repeat(15)}`,
  }));
  return [head, ...lines].map((line) => JSON.stringify(line)).join('\n');
}

const bomb = (): Uint8Array =>
  zipSync({ 'ledger/0001.jsonl': new Uint8Array(64 * 1024 * 1024).fill(10) }, { level: 9 });
