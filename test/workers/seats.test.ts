import { beforeAll, describe, expect, it } from 'vitest';
import type { EventPage } from '../../src/contract/events';
import type { Round, Scene, SceneSeen, TurnAccepted } from '../../src/contract/scenes';
import type { NewSeat, SeatAccepted, SeatView } from '../../src/contract/seats';
import { idle, must, sceneStub, until } from '../support/rooms';
import { connect, get, OPERATOR, seatPerson, send } from '../support/stage-client';

const UNDERSTUDY = { provider: 'understudy' };
const SCENE = {
  title: 'A kitchen in a storm',
  characters: [{ name: 'Ada', secrets: 'She sank the boat.' }, { name: 'Bo' }],
  personas: [{ name: 'Mara', secrets: 'She can swim.' }, { name: 'Jo' }, { name: 'Kit' }],
  notes: { scene: 'Let it end badly.' },
  profiles: { director: UNDERSTUDY, character: UNDERSTUDY },
};

const openScene = async (): Promise<string> => (await get<Scene>('POST /v1/scenes', OPERATOR, SCENE)).id;
const invite = (scene: string, body: object, headers?: Record<string, string>) =>
  get<NewSeat>(`POST /v1/scenes/${scene}/seats`, OPERATOR, body, headers);
const accept = (invitation: string | null, name = 'Somebody') =>
  send('POST /v1/seats/accept', null, { invitation, name });
const eventsOf = async (scene: string, key: string): Promise<EventPage['events']> =>
  (await get<EventPage>(`GET /v1/scenes/${scene}/events?limit=1000`, key)).events;
const seatsOf = async (scene: string): Promise<SeatView[]> =>
  (await get<{ items: SeatView[] }>(`GET /v1/scenes/${scene}/seats`)).items;

describe('a seat', () => {
  let scene: string;
  beforeAll(async () => {
    scene = await openScene();
  });

  it('is made, taken and played, over HTTP and over a socket', async () => {
    const made = await invite(scene, { role: 'player', persona: 'mara', label: 'the first' });
    expect(made).toMatchObject({
      seat: { role: 'player', persona: 'mara', status: 'invited', name: null, present: false },
      invitation: expect.stringMatching(/^si_local_[0-9a-z]{20}_/),
    });
    const taken = (await accept(made.invitation, 'Frieda')).json as unknown as SeatAccepted;
    expect(taken).toMatchObject({ scene, seat: { persona: 'mara', name: 'Frieda' } });
    const token = taken.token ?? '';

    const seen = await get<SceneSeen>(`GET /v1/scenes/${scene}`, token);
    expect(seen.you).toMatchObject({ id: made.seat.id, persona: 'mara' });
    expect(seen.personas.find(({ id }) => id === 'mara')).toMatchObject({ secrets: 'She can swim.' });
    expect(JSON.stringify(seen)).not.toMatch(/end badly|sank the boat|"settings"|"profiles"/);

    const client = await connect(scene, token);
    await client.ready();
    const said = await get<TurnAccepted>(`POST /v1/scenes/${scene}/turns?wait=1`, token, {
      type: 'user',
      text: 'Who is there?',
    });
    expect(said.status).toBe('completed');
    client.socket.send(
      JSON.stringify({ type: 'turn', ref: 7, input: { type: 'user', text: 'Anyone?', personaId: 'mara' } }),
    );
    await until(
      async () => client.events.filter(({ kind }) => kind === 'round.completed').length,
      (n) => n === 2,
      'two rounds on the socket',
    );
    expect(client.messages).toContainEqual(expect.objectContaining({ type: 'accepted', ref: 7 }));
    expect(client.events.filter(({ kind }) => kind === 'player.spoke').map(({ actor }) => actor)).toEqual([
      'persona:mara',
      'persona:mara',
    ]);
    const kinds = new Set(client.events.map(({ kind }) => kind));
    for (const kind of ['scene.created', 'director.completed', 'round.audited', 'seat.changed'])
      expect([...kinds]).not.toContain(kind);
    expect(await eventsOf(scene, token)).toEqual(client.events);
    const { items } = await get<{ items: Round[] }>(`GET /v1/scenes/${scene}/rounds`, token);
    expect(items.map(({ passes, record, status }) => ({ passes, record, status }))).toEqual([
      { passes: [], record: null, status: 'completed' },
      { passes: [], record: null, status: 'completed' },
    ]);
    client.close();
  });
});
