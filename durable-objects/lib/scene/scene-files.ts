import type { Viewer } from '../../../src/contract/events/events';
import { ok, type Result } from '../../../src/contract/problems';
import type { TranscriptFormat, TranscriptPiece } from '../../../src/contract/transcripts';
import { buildManifest } from '../../../src/room/export-manifest';
import type { ExportFile, TrialState } from '../../../src/room/rpc';
import { readTrial } from '../../../src/scene/judgement/trial';
import { fillTexts } from '../../../src/scene/setup/fill-texts';
import type { SceneState } from '../../../src/scene/state';
import { readTranscript, type TranscriptEntry, transcriptHead } from '../../../src/scene/transcript/entries';
import { roundView, sceneView } from '../../../src/scene/views';
import type { Bundle } from '../../../src/storage/bundles';
import { callRecord } from '../../../src/storage/index-rows';
import type { SceneMemories } from '../memories/scene-memories';
import type { RoomCore } from '../room/room-core';
import type { SeatManager } from '../seats/seat-manager';

/** Maximum characters per transcript piece; an RPC response is limited to 32 MiB. */
const CHUNK_CHARS = 2_000_000;
const EVENTS_PER_FILE = 5000;

export class SceneFiles {
  readonly #core: RoomCore<SceneState>;
  readonly #seats: SeatManager;
  readonly #memories: SceneMemories;
  /** Cached transcript, until its next piece is requested. */
  #reading: { key: string; entries: TranscriptEntry[] } | null = null;

  constructor(core: RoomCore<SceneState>, seats: SeatManager, memories: SceneMemories) {
    this.#core = core;
    this.#seats = seats;
    this.#memories = memories;
  }

  async transcript(
    as: TranscriptFormat,
    cursor: string | null,
    viewer: Viewer,
    faces: Record<string, string> = {},
  ): Promise<Result<TranscriptPiece>> {
    const viewerNow = this.#seats.resolveViewer(viewer);
    const opening = this.#core.open();
    if (!opening.ok) return opening;
    if (!viewerNow.ok) return viewerNow;
    const { state, ledger } = opening.value;
    const [head = ledger.head, from = 0] = cursor?.split('.').map(Number) ?? [];
    // Clear it first: two concurrent readers must not share it. Without it, a reader loads the ledger again.
    const keyOf = (cursor: string | null) => `${viewer.seat ?? ''} ${as} ${cursor}`;
    const reading = this.#reading?.key === keyOf(cursor) ? this.#reading : null;
    if (reading) this.#reading = null;
    const readAll = () => readTranscript(ledger.walkBack(head), state, viewerNow.value);
    // Only the chat file can mark a line as hidden; the other formats are meant for sharing.
    const entries = reading?.entries ?? readAll().filter(({ isHidden }) => as === 'jsonl' || !isHidden);
    let to = from;
    for (let size = 0; to < entries.length && size < CHUNK_CHARS; to += 1)
      size += entries[to]?.text.length ?? 0;
    const next = to < entries.length ? `${head}.${to}` : null;
    if (next !== null) this.#reading = { key: keyOf(next), entries };
    const { writeTranscript } = await import('../../../src/scene/transcript/formats');
    const round = entries.slice(0, from).findLast((entry) => entry.round !== null)?.round ?? 0;
    const part = { isFirst: from === 0, isLast: next === null, round };
    const text = writeTranscript(
      as,
      transcriptHead(fillTexts(state), entries),
      entries.slice(from, to),
      part,
      faces,
    );
    return ok({ text, next });
  }

  trial(withLines: boolean): Result<TrialState> {
    return this.#core.look(({ state, ledger, meter }) =>
      readTrial(state, () => ledger.walkBack(), meter.settledInUnits, withLines),
    );
  }

  /**
   * Yields the manifest, the scene, the owner's memories, the ledger, and each round with its calls.
   *
   * @param bundleOf loads a round's bundle
   */
  async *export(bundleOf: (round: number) => Promise<Bundle | null>): AsyncGenerator<ExportFile> {
    const opening = this.#core.open();
    if (!opening.ok) return;
    const { state, ledger } = opening.value;
    // Exclude rounds played during the export.
    const { head } = ledger;
    yield buildManifest({ kind: 'scene', id: state.id, events: head });
    yield { path: 'scene.json', text: JSON.stringify(sceneView(state), null, 2) };
    const memories: string[] = [];
    for await (const memory of this.#memories.listWritten(state)) memories.push(JSON.stringify(memory));
    if (memories.length > 0) yield { path: 'memories.jsonl', text: `${memories.join('\n')}\n` };
    let lines: string[] = [];
    let part = 0;
    const pack = (): ExportFile => {
      part += 1;
      const text = `${lines.join('\n')}\n`;
      lines = [];
      return { path: `ledger/${String(part).padStart(4, '0')}.jsonl`, text };
    };
    for (const event of ledger.walk(1, head)) {
      lines.push(JSON.stringify(event));
      if (lines.length === EVENTS_PER_FILE) yield pack();
    }
    if (lines.length > 0) yield pack();
    for (let n = 1; n <= state.rounds; n += 1) {
      const bundle = await bundleOf(n);
      if (!bundle) continue;
      const calls = bundle.steps.map((step) => callRecord(state.id, step));
      const round = { ...roundView(state, bundle.events, n), calls };
      yield { path: `rounds/${String(n).padStart(6, '0')}.json`, text: JSON.stringify(round, null, 2) };
    }
  }
}
