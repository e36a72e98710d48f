import { runDurableObjectAlarm } from 'cloudflare:test';
import { describe, expect, inject, it } from 'vitest';
import { sample } from '../support/depth';
import {
  type Answers,
  answerOf,
  atRest,
  insideRoom,
  type OldRoom,
  observation,
  readAll,
  readFixture,
  recordsAnswers,
  restoreRoom,
  roomObject,
  writeFixture,
} from '../support/old-rooms';
import { expectRebuilt, until } from '../support/rooms';
import { OPERATOR } from '../support/stage-client';

/**
 * Rooms written by an earlier version of the code: opens, reads and continues each, and compares every answer
 * with the recorded one. See test/support/old-rooms.ts.
 */

interface Request {
  row: string;
  body?: object;
  seat?: string;
}

const say = (text: string): Request => ({
  row: 'POST /turns?wait=1',
  body: { type: 'user', text, personaId: 'mara' },
});
const STEP: Request = { row: 'POST /step' };
const FORK: Request = { row: 'POST /fork', body: {} };
const finishAt = (budgets: object): Request[] => [
  { row: 'PATCH ', body: { budgets } },
  { row: 'POST /resume' },
];

/** How each room continues. `wakes`: it was interrupted, or waits for a time, and continues by itself. */
const ROOMS: Record<string, { wakes?: true; requests: Request[] }> = {
  'scene-closed': {
    requests: [
      say('And the boat?'),
      { row: 'POST /rounds/6/rollback' },
      { ...say('I never asked about the boat.'), seat: 'mara' },
      { row: 'POST /notes', body: { text: 'Forget the boat.' }, seat: 'mara' },
      { row: 'POST /turns?wait=1', body: { type: 'narration' } },
      { row: 'PATCH ', body: { title: 'A kitchen after the storm', world: { tide: 'low' } } },
      FORK,
    ],
  },
  'scene-understudy': { requests: [say('And now?'), { row: 'POST /rounds?wait=1' }, FORK] },
  'scene-finished': {
    requests: [say('Is it over?'), { row: 'PATCH ', body: { status: 'open' } }, say('It is not.')],
  },
  'scene-hidden-lines': { wakes: true, requests: [{ row: 'POST /rounds?wait=1' }] },
  'scene-open-model': { wakes: true, requests: [{ ...say('And now?'), seat: 'mara' }] },
  'scene-open-understudy': { wakes: true, requests: [say('And now?')] },
  'scene-open-chorus': { wakes: true, requests: [say('Answer me all at once.')] },
  'scene-open-end': { wakes: true, requests: [say('And now?')] },
  'scene-open-narration': { wakes: true, requests: [say('And now?')] },
  'scene-autonomy': { wakes: true, requests: [say('Are you done?')] },
  'scene-open-autonomy': { wakes: true, requests: [say('Are you done?')] },
  'scene-failed': {
    requests: [
      { row: 'PATCH ', body: { budgets: { calls: 50 } } },
      { row: 'POST /rounds/1/retry?wait=1' },
      say('And now?'),
    ],
  },
  'table-open': { wakes: true, requests: [say('One more?')] },
  'table-finished': { requests: [say('One more?'), { row: 'POST /rounds/1/retry?wait=1' }] },
  'grid-created': { requests: [STEP, STEP] },
  'grid-paused': { requests: [STEP, FORK, ...finishAt({ actions: 14 }), STEP] },
  'grid-finished': { requests: [STEP, { row: 'POST /resume' }, FORK] },
  'grid-open-understudy': { wakes: true, requests: [STEP] },
  'grid-open-model': { wakes: true, requests: [STEP, STEP] },
  'grid-open-pushed': {
    requests: [1, 2, 3].map((x) => ({ row: 'POST /observations', body: observation(x) })),
  },
  'adventure-paused': {
    requests: [
      STEP,
      { row: 'POST /commands?wait=1', body: { command: 'inventory' } },
      FORK,
      ...finishAt({ turns: 10 }),
      STEP,
    ],
  },
  'adventure-finished': { requests: [STEP, { row: 'POST /resume' }, FORK] },
  'adventure-open-understudy': { wakes: true, requests: [STEP] },
  'adventure-open-model': { wakes: true, requests: [STEP, STEP] },
};

interface Expected {
  opened: Answers;
  rested: Answers;
  answered: Answers;
  after: Answers;
  requests: number;
}

/** Stops the room's journal at any point until the returned function is called. */
async function hold({ kind, id }: OldRoom): Promise<() => void> {
  const gate = { isOpen: false };
  await insideRoom(kind, id, ({ core }) => {
    core.probe = async () => {
      // Only the request that created a promise may settle it, so the room polls.
      while (!gate.isOpen) await new Promise((resolve) => setTimeout(resolve, 5));
    };
  });
  return () => {
    gate.isOpen = true;
  };
}

/** Every answer of the room, once it is as expected; data from the outbox arrives a little later. */
async function readSettled(old: OldRoom, expected: Answers | undefined): Promise<Answers> {
  for (let tries = 1; ; tries += 1) {
    if (!expected) await new Promise((resolve) => setTimeout(resolve, 1000));
    const answers = await readAll(old);
    if (!expected || tries === 10 || JSON.stringify(answers) === JSON.stringify(expected)) return answers;
    await new Promise((resolve) => setTimeout(resolve, 50 * tries));
  }
}

async function countRequests({ room }: OldRoom): Promise<number> {
  const name = /fake:ok#old-[a-z-]+/.exec(JSON.stringify(room.rows.ledger))?.[0];
  const log = (await (await fetch(`${inject('fakeModelUrl')}/control/log`)).json()) as { model: string }[];
  return log.filter(({ model }) => model === name).length;
}

async function send(old: OldRoom, { row, body, seat }: Request): Promise<Answers[string]> {
  const [method, path = ''] = row.split(' ');
  const root = old.kind === 'scenes' ? 'scenes' : 'runs';
  const key = seat === undefined ? OPERATOR : (old.seats[seat] ?? '');
  const asked = body === undefined ? { key } : { key, body };
  const answer = await answerOf(old, `${method} /v1/${root}/${old.id}${path}`, asked);
  // A fork has an id of its own.
  const text = JSON.stringify(answer).replace(/(?:scn|run|adv)_[0-9a-z]{20}/g, (id) =>
    id === old.id ? id : '<id>',
  );
  return JSON.parse(text) as Answers[string];
}

const checkState = ({ kind, id }: OldRoom): Promise<void> => insideRoom(kind, id, expectRebuilt);

/** Requires that no step ran twice or is pending. Holds as long as no round was retried. */
const checkJournal = (old: OldRoom): Promise<void> =>
  insideRoom(old.kind, old.id, (_room, { storage }) => {
    const doneTwice = "SELECT key FROM steps WHERE status = 'done' GROUP BY round, key HAVING count(*) > 1";
    expect(storage.sql.exec(doneTwice).toArray()).toEqual([]);
    expect(storage.sql.exec("SELECT key FROM steps WHERE status = 'open'").toArray()).toEqual([]);
  });

describe('a room that was written earlier', () => {
  it.each(sample(Object.entries(ROOMS), 6))(
    'is opened and gone on with: %s',
    async (name, { wakes, requests }) => {
      const old = await readFixture<OldRoom>(`${name}.room`);
      const expected = recordsAnswers() ? null : await readFixture<Expected>(`${name}.answers`);
      const before = await countRequests(old);
      await restoreRoom(old);

      const release = await hold(old);
      const opened = await readSettled(old, expected?.opened);
      if (expected) expect(opened).toEqual(expected.opened);
      release();

      await atRest(old);
      const rested = wakes ? await readSettled(old, expected?.rested) : {};
      if (expected) expect(rested).toEqual(expected.rested);
      await checkJournal(old);

      const answered: Answers = {};
      for (const [i, request] of requests.entries()) {
        answered[`${i + 1}: ${request.row}`] = await send(old, request);
        await atRest(old);
      }
      if (expected) expect(answered).toEqual(expected.answered);
      const after = await readSettled(old, expected?.after);
      if (expected) expect(after).toEqual(expected.after);
      await checkState(old);
      const asked = (await countRequests(old)) - before;
      if (expected) expect(asked).toBe(expected.requests);
      else await writeFixture(`${name}.answers`, { opened, rested, answered, after, requests: asked });
    },
  );

  const waking = Object.entries(ROOMS).filter(([, { wakes }]) => wakes);
  it.each(sample(waking, 3))('goes on by its alarm alone: %s', async (name) => {
    const old = await readFixture<OldRoom>(`${name}.room`);
    const { rested } = await readFixture<Expected>(`${name}.answers`);
    expect(old.alarm).toBe(true);
    await restoreRoom(old);
    const [row = '', { body } = { body: null }] =
      Object.entries(rested).find(([key]) => key.includes('/events?')) ?? [];
    const { events } = body as { events: { seq: number }[] };
    const head = events.at(-1)?.seq ?? 0;
    await until(async () => {
      await runDurableObjectAlarm(roomObject(old.kind, old.id)).catch(() => false);
      return insideRoom(old.kind, old.id, (_room, { storage }) =>
        Number(storage.sql.exec('SELECT max(seq) AS head FROM ledger').one().head),
      );
    }).holds((stored) => stored >= head);
    expect((await answerOf(old, row)).body).toEqual(body);
    await checkJournal(old);
    await checkState(old);
  });
});
