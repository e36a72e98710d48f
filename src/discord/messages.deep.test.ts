import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeep } from '../../test/support/depth';
import type { Event } from '../contract/events/events';
import {
  channelMessages,
  MAX_MESSAGE,
  privateMessages,
  routeEvent,
  speakerName,
  splitText,
} from './messages';

const line = (audience: string[], actor = 'character:ada', text = 'Words.'): Event => ({
  ...{ kind: 'character.spoke', seq: 7, at: '2026-01-01T00:00:00.000Z', actor, audience, round: 2 },
  payload: {
    pass: 1,
    kind: 'say',
    text,
    name: 'Ada',
    provider: 'understudy',
    rung: 'json_schema',
    exit: false,
  },
});
const INES = { member: '1', seat: 'seat_aaaaaaaaaaaa', persona: 'ines' };
const TOM = { member: '2', seat: 'seat_bbbbbbbbbbbb', persona: 'tom' };

describe('routeEvent', () => {
  it('tells what everybody hears in the channel alone', () => {
    const routed = routeEvent(line(['*']), [INES, TOM]);
    expect(routed).toEqual({ channel: { name: 'Ada', actor: 'character:ada', text: 'Words.' }, members: [] });
  });

  it('tells a whisper to those who hear it, and not in the channel', () => {
    const routed = routeEvent(line(['character:ada', 'persona:ines']), [INES, TOM]);
    expect(routed.channel).toBeNull();
    expect(routed.members.map(({ member }) => member)).toEqual(['1']);
  });

  it('tells nobody what is for the owner, or what a member said itself', () => {
    expect(routeEvent(line(['owner']), [INES, TOM])).toEqual({ channel: null, members: [] });
    const own = line(['character:ada', 'persona:ines'], 'persona:ines');
    expect(routeEvent(own, [INES])).toEqual({ channel: null, members: [] });
  });

  it('tells that a line was hidden or deleted without its words, and what is shown again', () => {
    const about = { seq: 8, at: '', actor: 'character:ada', audience: ['*'] };
    const hide: Event = { ...about, kind: 'line.hidden', payload: { seqs: [7], deleted: true } };
    expect(routeEvent(hide, [INES]).channel?.text).toBe('*A message was deleted.*');
    const said = { seq: 7, name: 'Ada', text: 'Words.', kind: 'say' };
    const show: Event = { ...about, kind: 'line.shown', payload: said };
    expect(routeEvent(show, [INES]).channel?.text).toBe('A message of Ada was restored:\n> Words.');
  });

  it('shows rolls to everyone, and a handout to the members it is for', () => {
    const about = { seq: 8, at: '', round: 1 };
    const dice = { notation: '2d6+1', dice: [3, 5], modifier: 1, total: 9 };
    const roll: Event = {
      ...{ ...about, kind: 'dice.rolled', actor: 'persona:ines', audience: ['*'] },
      payload: { personaId: 'ines', name: 'Ines', ...dice },
    };
    expect(routeEvent(roll, [INES, TOM])).toEqual({
      channel: { name: 'Ines', actor: 'persona:ines', text: '*rolls 2d6+1: 3 + 5 + 1 = 9*' },
      members: [],
    });
    const handout: Event = {
      ...{ ...about, kind: 'handout.shown', actor: 'system', audience: ['persona:ines'] },
      payload: { title: 'A map', text: 'North is down.', to: ['ines'], knownToCast: false, picture: null },
    };
    const { channel, members } = routeEvent(handout, [INES, TOM]);
    expect([channel, members.map(({ member, told }) => [member, told.text])]).toEqual([
      null,
      [['1', 'Handout:\n> **A map**\n> North is down.']],
    ]);
  });

  it('never tells the reason of a failed round', () => {
    const failed = {
      ...{
        kind: 'round.failed',
        seq: 8,
        at: '2026-01-01T00:00:00.000Z',
        actor: 'system',
        audience: ['*'],
        round: 2,
      },
      payload: { n: 2, failure: { code: 'misconfigured', detail: 'secret-endpoint.example' } },
    } as unknown as Event;
    expect(JSON.stringify(routeEvent(failed, [INES]))).not.toContain('secret-endpoint');
  });
});

describe('splitText', () => {
  it('cuts between paragraphs, sentences or words', () => {
    expect(splitText('One two.\n\nThree four.', 12)).toEqual(['One two.', 'Three four.']);
    expect(splitText('One two. Three four.', 12)).toEqual(['One two.', 'Three four.']);
    expect(splitText('one two three', 8)).toEqual(['one two', 'three']);
  });

  it('keeps every letter, and no part is empty, too long or half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 4, max: 60 }),
        (text, most) => {
          const parts = splitText(text, most);
          expect(parts.length).toBeGreaterThan(0);
          for (const part of parts) {
            expect(part.length).toBeGreaterThan(0);
            expect(part.length).toBeLessThanOrEqual(most);
            expect(part.isWellFormed()).toBe(true);
          }
          if (text.trim() !== '')
            expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.toWellFormed().replaceAll(/\s/g, ''));
        },
      ),
    );
  });
});

describe('speakerName', () => {
  it.each([
    'Discord',
    'My DISCORD bot',
    'Clyde',
    'clydeclyde',
    'everyone',
    'Here',
    '@#:`',
    '',
    'x'.repeat(200),
  ])('makes a name of %j that Discord takes', (name) => {
    const safe = speakerName(name);
    expect(safe).not.toMatch(/discord|clyde|[@#:`]/i);
    expect(safe).not.toMatch(/^(everyone|here)$/i);
    expect(safe.length).toBeGreaterThanOrEqual(1);
    expect(safe.length).toBeLessThanOrEqual(80);
  });

  it('leaves an ordinary name as it is', () => expect(speakerName('Dr. Wren')).toBe('Dr. Wren'));

  it('stays within the length for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
        expect(speakerName(`discord ${name} clyde`)).not.toMatch(/discord|clyde/i);
        expect(speakerName(name).length).toBeLessThanOrEqual(81);
        expect(speakerName(name).trim().length).toBeGreaterThan(0);
      }),
      { numRuns: isDeep ? 100 : 20 },
    );
  });
});

it('messages of characters call nobody, and are within the length', () => {
  const told = { name: 'Ada', actor: 'character:ada', text: `@everyone <@1> ${'word '.repeat(1500)}` };
  const bodies = [...channelMessages(told, null), ...privateMessages(told)];
  expect(bodies.length).toBeGreaterThan(6);
  for (const body of bodies) {
    expect(body.allowed_mentions).toEqual({ parse: [] });
    expect(body.content?.length).toBeLessThanOrEqual(MAX_MESSAGE);
  }
});
