import type { Result } from '../../contract/problems';
import { ok } from '../../contract/problems';
import type { Game } from '../../contract/runs';
import { REMOTE_PREFIX } from '../driver';
import { ArcClient } from './client';

/** How long a list may take: somebody waits for it. */
const TIMEOUT_MS = 10_000;

/** What the ARC-AGI-3 service offers, as games that a run can be created with. */
export async function listRemoteGames(args: {
  baseUrl: string;
  apiKey: string;
  sleep: (ms: number) => Promise<void>;
}): Promise<Result<Game[]>> {
  const client = new ArcClient({
    ...args,
    fetch: (url, init) => fetch(url, init),
    timeoutMs: TIMEOUT_MS,
  });
  const listed = await client.listGames();
  if (!listed.ok) return listed;
  return ok(
    listed.value.map(({ id, title }) => ({
      id: `${REMOTE_PREFIX}${id}`,
      title,
      kind: 'grid',
      description: 'A game of the ARC-AGI-3 service. It says itself which actions it takes.',
      actions: [],
      rows: 64,
      cols: 64,
    })),
  );
}
