import { createScene, deleteScene, listSceneEvents, readRound, readScene, takeTurn } from 'generated-client';
import { createClient } from 'generated-client/client';

export interface SceneDriven {
  title: string;
  round: { n: number; status: string };
  lines: { seq: number; name: string; text: string }[];
  /** Problem types of two invalid requests. */
  refused: string[];
  isDeleted: boolean;
}

/**
 * Plays a scene with the client that hey-api generates from docs/openapi.json. It is compiled twice: here
 * with an untyped client, and against the client itself under strict TypeScript
 * (test/unit/client/generated-client.deep.test.ts).
 *
 * @param stage base URL, such as `https://stage.test`
 * @param key an API key
 * @param send sends each request
 */
export async function driveScene(
  stage: string,
  key: string,
  send: (request: Request) => Promise<Response>,
): Promise<SceneDriven> {
  const client = createClient({
    baseUrl: stage,
    auth: ({ scheme }: { scheme?: string }) => (scheme === 'bearer' ? key : undefined),
    fetch: (input: string | URL | Request, init?: RequestInit) => send(new Request(input, init)),
  });
  const scene = await createScene({
    client,
    headers: { 'Idempotency-Key': 'driven-1' },
    body: {
      title: 'A kitchen in a storm',
      characters: [{ name: 'Ada' }],
      personas: [{ name: 'Mara' }],
      profiles: { director: { provider: 'understudy' }, character: { provider: 'understudy' } },
    },
  });
  if (!scene.data) throw new Error(`${scene.error.title}: ${scene.error.detail}`);
  const path = { id: scene.data.id };
  const turn = await takeTurn({
    client,
    path,
    query: { wait: '1' },
    body: { type: 'user', text: 'Is anybody there?', personaId: 'mara', to: ['ada'] },
  });
  if (!turn.data || turn.data.round === null) throw new Error('the turn has no round');
  const round = await readRound({ client, path: { ...path, n: turn.data.round } });
  const page = await listSceneEvents({ client, path, query: { limit: 1000 } });
  if (!round.data || !page.data) throw new Error('the round or its events are missing');
  const lines: SceneDriven['lines'] = [];
  for (const event of page.data.events) {
    if (event.kind !== 'character.spoke') continue;
    lines.push({ seq: event.seq, name: event.payload.name, text: event.payload.text });
  }
  const wrong = await takeTurn({ client, path, body: { type: 'user', text: 'Hm.', personaId: 'nobody' } });
  const absent = await readScene({ client, path: { id: 'scn_zzzzzzzzzzzzzzzzzzzz' } });
  if (!wrong.error || !absent.error) throw new Error('a wrong request was not refused');
  const gone = await deleteScene({ client, path });
  return {
    title: scene.data.title,
    round: { n: round.data.n, status: round.data.status },
    lines,
    refused: [wrong.error.type, absent.error.type],
    isDeleted: gone.response?.status === 204,
  };
}
