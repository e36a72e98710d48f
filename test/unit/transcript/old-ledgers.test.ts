import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { adventureView } from '../../../src/adventure/reporting/views';
import { reduceAdventure } from '../../../src/adventure/state';
import type { Event } from '../../../src/contract/events/events';
import type { ExportManifest } from '../../../src/contract/transcripts';
import { runView } from '../../../src/grid/reporting/views';
import { reduceRun } from '../../../src/grid/state';
import { readExport } from '../../../src/http/rooms/read-export';
import { manifestOf } from '../../../src/room/export-manifest';
import { restoreRun } from '../../../src/runs/restore';
import { reduceScene } from '../../../src/scene/reduce';
import { restoreScene } from '../../../src/scene/restore';
import type { SceneState } from '../../../src/scene/state';

/** Ledgers that earlier code wrote, idle and in mid-round (test/support/old-rooms.ts), by their names. */
const FOLDER = new URL('../../fixtures/rooms/', import.meta.url);
const rooms = readdirSync(FOLDER).filter((name) => name.endsWith('.room.json.br'));
function readEvents(name: string): Event[] {
  const room = JSON.parse(brotliDecompressSync(readFileSync(new URL(name, FOLDER))).toString());
  return room.room.rows.ledger.flatMap((row: { events: string }) => JSON.parse(row.events));
}

type Kind = ExportManifest['kind'];

function zipExport(kind: Kind, id: string, events: Event[]): Uint8Array {
  const { path, text = '' } = manifestOf({ kind, id, events: events.length });
  const ledger = events.map((event) => JSON.stringify(event)).join('\n');
  return zipSync({ [path]: strToU8(text), 'ledger.jsonl': strToU8(ledger) });
}

function makeAgain(kind: Kind, events: Event[]) {
  if (kind === 'scene') return restoreScene('scn_00000000000000000001', events, false);
  const id = `${kind === 'grid' ? 'run' : 'adv'}_00000000000000000001`;
  return kind === 'grid'
    ? restoreRun(id, events, { reduce: reduceRun, view: runView })
    : restoreRun(id, events, { reduce: reduceAdventure, view: adventureView });
}

describe('a ledger that earlier code wrote', () => {
  it.each(rooms)('is as the catalogue says, and makes a room again: %s', async (name) => {
    const events = readEvents(name);
    const [first] = events;
    const isStory = first?.kind === 'run.created' && first.payload.config.story !== undefined;
    const kind = first?.kind === 'scene.created' ? 'scene' : isStory ? 'adventure' : 'grid';
    expect(await readExport(zipExport(kind, name, events))).toMatchObject({ ok: true, value: { kind } });
    const again = makeAgain(kind, events);
    expect(again).toMatchObject({ ok: true, value: { report: { format: 'proscenium' } } });
    if (kind !== 'scene' || !again.ok) return;
    const { past, first: own } = again.value;
    const seq = past.length;
    const all = [
      ...past,
      ...own.map(
        (draft, i) =>
          ({ seq: seq + 1 + i, at: '2026-06-01T00:00:00.000Z', audience: ['*'], ...draft }) as Event,
      ),
    ];
    expect(all.reduce<SceneState | null>(reduceScene, null)).toMatchObject({
      ...{ id: 'scn_00000000000000000001', open: null, failed: null, autonomy: null },
      ...{ queue: [], seats: {}, inherits: true },
    });
  });
});
