import { ok, type Result } from '../../contract/problems';
import type { GridGame } from '../../contract/runs';
import { REMOTE_PREFIX } from '../driver';
import { FULL_BOARD } from '../game';
import { connectArc } from './connect';

/** How long a list may take: somebody waits for it. */
const TIMEOUT_MS = 10_000;

/** What the ARC-AGI-3 service offers, as games that a run can be created with. */
export async function listRemoteGames(args: {
  baseUrl: string;
  apiKey: string;
  sleep: (ms: number) => Promise<void>;
}): Promise<Result<GridGame[]>> {
  const { sleep, ...service } = args;
  const listed = await connectArc(service, TIMEOUT_MS, sleep).listGames();
  if (!listed.ok) return listed;
  return ok(
    listed.value.map(({ id, title }) => ({
      id: `${REMOTE_PREFIX}${id}`,
      title,
      description: 'A game of the ARC-AGI-3 service. It says itself which actions it takes.',
      actions: [],
      ...FULL_BOARD,
    })),
  );
}
