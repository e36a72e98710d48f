import { runDurableObjectAlarm } from 'cloudflare:test';
import { expect } from 'vitest';
import type { Event, EventPage } from '../../src/contract/events/events';
import type { Round, TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import { kitchen } from './http-rooms';
import { sceneAt, sceneObject, until } from './rooms';
import { type Client, connect, createScene, get, OPERATOR, seatPerson } from './stage-client';

const SCENE = kitchen({ personas: [{ name: 'Mara' }, { name: 'Jo' }, { name: 'Kit' }] });

export interface Player {
  id: string;
  token: string;
  client: Client;
}

export function gatherPeople() {
  let scene = '';
  const players: Client[] = [];
  const say = (key: string, text: string, more: object = {}) =>
    get<TurnAccepted>(`POST /v1/scenes/${scene}/turns`, key, { type: 'user', text, ...more });
  const read = () => get<Scene>(`GET /v1/scenes/${scene}`);
  const ledger = async (key = OPERATOR): Promise<Event[]> =>
    (await get<EventPage>(`GET /v1/scenes/${scene}/events?limit=1000`, key)).events;
  const round = (n: number, key = OPERATOR) => get<Round>(`GET /v1/scenes/${scene}/rounds/${n}`, key);
  return {
    open: async (pace: object): Promise<string> => {
      scene = await createScene({ ...SCENE, ...pace });
      return scene;
    },
    sit: async (persona: string): Promise<Player> => {
      const { id, token } = await seatPerson(scene, 'player', persona, `who plays ${persona}`);
      const client = await connect(scene, token);
      players.push(client);
      await client.ready();
      return { id, token, client };
    },
    read,
    change: (body: object) => get<Scene>(`PATCH /v1/scenes/${scene}`, OPERATOR, body),
    say,
    pass: (key: string) => get<TurnAccepted>(`POST /v1/scenes/${scene}/turns`, key, { type: 'continuation' }),
    round,
    textsOf: async (n: number) => (await round(n)).inputs.map(({ text }) => text),
    ledger,
    kindsOf: async (...kinds: string[]) => (await ledger()).filter(({ kind }) => kinds.includes(kind)),
    ring: () => runDurableObjectAlarm(sceneObject(scene) as DurableObjectStub),
    /** The scene, once round `n` is over and the queue is empty. */
    played: (n: number) =>
      until(read).holds(({ rounds, round: open, queued }) => rounds === n && open === null && queued === 0),
    /** Holds the next round at its director until released. */
    hold: () => sceneAt(scene).holdAt('director.1/1 intent'),
    /** Disconnects all; then the state must equal the fold of the ledger. */
    leave: async () => {
      for (const client of players.splice(0)) client.close();
      if (scene === '') return;
      await sceneAt(scene).inside(({ core }) => {
        const opened = core.open();
        expect(core.rebuild()).toEqual(opened.ok && opened.value.state);
      });
    },
  };
}
