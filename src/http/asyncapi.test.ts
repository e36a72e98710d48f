import { describe, expect, it } from 'vitest';
import { asyncDocument, complaints, messagesIn, namesOf, partOf } from '../../test/support/async-messages';
import type { Json, JsonObject } from '../base/json';
import { CATALOGUE } from '../contract/events/catalogue';
import type { Event } from '../contract/events/events';
import { EVENT_KINDS } from '../contract/events/wire';
import { VERIFICATIONS } from '../contract/hooks';
import { commandProgress, turnProgress, writeReply } from '../webhooks/reply';
import { eventMessage, hopsHeader, makeSecret, signMessage, testMessage } from '../webhooks/send';
import { createApp } from './app';

function* refsIn(value: Json): Generator<string> {
  if (Array.isArray(value)) for (const inner of value) yield* refsIn(inner);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') yield inner;
      else yield* refsIn(inner);
    }
}
const lookUp = (ref: string): Json | undefined =>
  ref
    .slice(2)
    .split('/')
    .reduce<Json | undefined>(
      (at, key) => (at as JsonObject | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      asyncDocument,
    );

const EVENT: Event = {
  seq: 3,
  at: '2026-03-01T12:00:00.000Z',
  kind: 'character.spoke',
  actor: 'character:ada',
  audience: ['*'],
  round: 1,
  payload: {
    ...{ pass: 1, kind: 'say', text: 'Good evening.', name: 'Ada' },
    ...{ provider: 'understudy', rung: 'understudy', exit: false },
  },
};
const room = `scn_${'z'.repeat(20)}`;

describe('the AsyncAPI document', () => {
  it('has no dangling reference, and operations with messages of their channel alone', () => {
    expect([...refsIn(asyncDocument)].filter((ref) => lookUp(ref) === undefined)).toEqual([]);
    const operations = asyncDocument.operations as Record<string, JsonObject>;
    for (const { channel, messages, reply } of Object.values(operations)) {
      const { $ref } = channel as { $ref: string };
      for (const ref of refsIn([messages ?? [], (reply as JsonObject | undefined)?.messages ?? []]))
        expect(ref.startsWith(`${$ref}/messages/`)).toBe(true);
    }
  });

  it('is served as it is', async () => {
    const response = await createApp().request('/asyncapi.json', {}, {});
    expect(await response.json()).toEqual(asyncDocument);
  });

  it('describes every kind of event, in the sockets and streams of its rooms', () => {
    const described = new Set([...messagesIn('sceneSocket'), ...messagesIn('runSocket')]);
    const inRooms = EVENT_KINDS.filter((kind) => CATALOGUE[kind].rooms !== 'experiment');
    for (const kind of inRooms) expect(described).toContain(kind === 'character.delta' ? 'delta' : kind);
    expect(messagesIn('webhook')).toContain('eventPosted');
    for (const kind of messagesIn('sceneStream')) expect(messagesIn('sceneSocket')).toContain(kind);
    expect(messagesIn('runSocket')).not.toContain('turn');
  });

  it('tells events of one kind from those of another', () => {
    expect(namesOf('sceneSocket', EVENT as unknown as Json)).toEqual(['character.spoke']);
    expect(namesOf('sceneSocket', { ...EVENT, kind: 'round.dreamt' } as unknown as Json)).toEqual([]);
    expect(namesOf('sceneSocket', { ...EVENT, seq: 0 } as unknown as Json)).toEqual([]);
    expect(namesOf('runSocket', EVENT as unknown as Json)).toEqual([]);
    for (const wrong of [{ pass: '1' }, { rung: 'guessed' }, { text: null }]) {
      const payload = { ...EVENT.payload, ...wrong };
      expect(namesOf('sceneSocket', { ...EVENT, payload } as unknown as Json)).toEqual([]);
    }
    const { provider: _missing, ...payload } = EVENT.payload;
    expect(namesOf('sceneSocket', { ...EVENT, payload } as unknown as Json)).toEqual([]);
  });
});

describe('what the stage posts', () => {
  const read = ({ body }: { body: string }) => JSON.parse(body) as Json;

  it('is as the document says: events, trials, and answers of hooks', () => {
    expect(namesOf('webhook', read(eventMessage(room, EVENT, 0)))).toEqual(['eventPosted']);
    const trial = testMessage(`whk_${'a'.repeat(20)}`, Date.parse(EVENT.at));
    expect(namesOf('webhook', read(trial))).toContain('testPosted');
    const about = { hook: `hok_${'a'.repeat(20)}`, delivery: 'd1', room };
    for (const progress of [
      turnProgress({ inputSeq: 2, round: 1, status: 'completed' }),
      commandProgress({
        ...{ run: `adv_${'z'.repeat(20)}`, seq: 2, command: 'look', mode: 'take', status: 'running' },
        ...{ turn: 1, text: 'A mill.', score: null, awaits: 'line', place: null },
      }),
    ]) {
      const body = writeReply('message', progress, about, EVENT.at);
      expect(namesOf('hookReply', read({ body }))).toEqual(['answerPosted']);
    }
  });

  it('has the headers that the document names', () => {
    const secret = makeSecret(new Uint8Array(32));
    const headers = { ...signMessage('m1', '{}', Date.parse(EVENT.at), [secret]), ...hopsHeader(0) };
    for (const message of ['eventPosted', 'testPosted', 'answerPosted']) {
      expect(complaints(partOf(message, 'headers'), headers)).toEqual([]);
      for (const name of Object.keys(headers)) {
        const { [name]: _gone, ...rest } = headers;
        expect(complaints(partOf(message, 'headers'), rest)).not.toEqual([]);
      }
    }
  });

  it('names what each kind of delivery needs', () => {
    for (const kind of VERIFICATIONS) {
      expect(partOf(`delivery.${kind}`, 'headers').required).not.toEqual([]);
      expect(namesOf('hook', { anything: 1 })).toContain(`delivery.${kind}`);
    }
    expect(namesOf('hook', ['no object'])).toEqual([]);
  });
});
