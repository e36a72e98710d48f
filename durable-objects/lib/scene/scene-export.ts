import { manifestOf } from '../../../src/room/export-manifest';
import type { ExportFile } from '../../../src/room/rpc';
import type { SceneState } from '../../../src/scene/state';
import { sceneView, showRound } from '../../../src/scene/views';
import type { Bundle } from '../../../src/storage/bundles';
import { callRecord } from '../../../src/storage/index-rows';
import type { Ledger } from '../room/ledger';

/** Events in one file of the ledger. */
const EVENTS_PER_FILE = 5000;

/**
 * The files of a scene's export, one after the other: its manifest, the scene, its ledger, and each round with its calls.
 *
 * @param bundleOf what is kept of a round
 */
export async function* exportScene(
  state: SceneState,
  ledger: Ledger,
  bundleOf: (round: number) => Promise<Bundle | null>,
): AsyncGenerator<ExportFile> {
  // What is played while it is read is no part of it.
  const { head } = ledger;
  yield manifestOf({ kind: 'scene', id: state.id, events: head });
  yield { path: 'scene.json', text: JSON.stringify(sceneView(state), null, 2) };
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
    const round = { ...showRound(state, bundle.events, n), calls };
    yield { path: `rounds/${String(n).padStart(6, '0')}.json`, text: JSON.stringify(round, null, 2) };
  }
}
