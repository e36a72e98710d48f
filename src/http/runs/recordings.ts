import { z } from 'zod';
import type { TranscriptEntry } from '../../contract/adventures';
import { isAdventure } from '../../contract/ids';
import { ok, type Result } from '../../contract/problems';
import type { ReplayPage, ReplayStep } from '../../contract/replays';
import { recordStep } from '../../runs/games/recording';
import { viewerFor } from '../auth/authenticate';
import { type App, type AppContext, routeApp, runParams } from '../middleware/http';
import { adventureClient, callRoom, gridClient } from '../middleware/room-client';
import { streamPieces, whileAuthorized } from '../rooms/downloads';

/** Number of steps per request to the room. */
const PAGE = 100;
const LINES = 'application/x-ndjson';

const lines = (description: string) => ({
  description,
  content: { [LINES]: { schema: z.string() } },
});

/** `/v1/runs/{id}/recording` and `/v1/runs/{id}/steps.jsonl`: a run as JSON lines, for other programs. */
export function mountRecordings(app: App): void {
  const route = routeApp(app, 'runs', { who: 'key', scopes: ['read', 'experiments', 'room'] });
  route(
    'GET /v1/runs/{id}/recording',
    'readRecording',
    'Download a run as a recording',
    {
      refuses: [409],
      description:
        'Grid games only. A recording of ARC-AGI-3-Agents with one JSON line per step: `timestamp`, and `data` with the state of the game and the action that led to it. Can be imported with `POST /v1/runs/import`. Refused actions and actions without a response are omitted.',
      params: runParams,
      200: lines('The recording, streamed'),
    },
    async (c, { params: { id } }) => {
      const run = await callRoom(gridClient(c, id), (room) => room.read(), 'safe');
      if (!run.ok) return run;
      const { game, answeredBy, winLevels } = run.value;
      const agent = (answeredBy[0] ?? 'agent').toLowerCase().replace(/[^a-z0-9]+/g, '-');
      const name = `${game.replace(/^arc3:/, '')}.${agent}.${id}.recording.jsonl`;
      return streamLines(c, name, gridPages(c, id), (step) => recordStep({ id, game, winLevels }, step));
    },
  );
  route(
    'GET /v1/runs/{id}/steps.jsonl',
    'readSteps',
    'Download all steps of a run',
    {
      description:
        'One JSON line per step, for analysis. Grid games: the steps of `…/replay`. Text adventures: the entries of `…/transcript`, with the opening of each episode, every command with its answer, and saves and restores by people.',
      params: runParams,
      200: lines('The steps, streamed, oldest first; each a `ReplayStep` or a `TranscriptEntry`'),
    },
    (c, { params: { id } }) => {
      const name = `${id}.steps.jsonl`;
      return isAdventure(id)
        ? streamLines(c, name, storyPages(c, id), (step) => JSON.stringify(step))
        : streamLines(c, name, gridPages(c, id), (step) => JSON.stringify(step));
    },
  );
}

interface StepPage<Step> {
  items: Step[];
  next: string | null;
}
type ReadPage<Step> = (cursor: number) => Promise<Result<StepPage<Step>>>;

function gridPages(c: AppContext, id: string): ReadPage<ReplayStep> {
  const client = gridClient(c, id);
  const viewer = viewerFor(c.get('principal'));
  return async (cursor) => {
    const input = { params: {}, query: { cursor, limit: PAGE }, body: undefined };
    const page = await callRoom(client, (room) => room.perform('readReplay', input, null, viewer), 'safe');
    return page.ok ? ok(page.value as unknown as ReplayPage) : page;
  };
}

const storyPages =
  (c: AppContext, id: string): ReadPage<TranscriptEntry> =>
  (after) =>
    callRoom(adventureClient(c, id), (room) => room.transcript({ after, limit: PAGE }), 'safe');

/**
 * Streams the steps of a run as a file.
 *
 * @param write formats the line of a step; null: skip it
 */
async function streamLines<Step>(
  c: AppContext,
  name: string,
  read: ReadPage<Step>,
  write: (step: Step) => string | null,
): Promise<Response | Result<never>> {
  const readPiece = whileAuthorized(c, async (cursor) => {
    const page = await read(Number(cursor ?? 0));
    if (!page.ok) return page;
    const lines = page.value.items.flatMap((step) => write(step) ?? []);
    return ok({ text: lines.map((line) => `${line}\n`).join(''), next: page.value.next });
  });
  const first = await readPiece(null);
  if (!first.ok) return first;
  return new Response(streamPieces(first.value, readPiece), {
    headers: {
      'Content-Type': `${LINES}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });
}
