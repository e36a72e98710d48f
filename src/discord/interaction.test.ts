import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands';
import { defer, offer, readInteraction } from './interaction';

const ID = '1420070400000000001';
const PAYLOAD = {
  ...{
    id: ID,
    token: 'aW50ZXJhY3Rpb24',
    type: 2,
    guild_id: ID,
    channel_id: ID,
    channel: { id: ID, type: 0 },
  },
  member: { nick: null, user: { id: ID, username: 'ines', global_name: 'Ines', avatar: null } },
  data: { name: 'say', options: [{ type: 3, name: 'text', value: 'Hello' }] },
};

describe('readInteraction', () => {
  it('reads a command', () =>
    expect(readInteraction(PAYLOAD)).toMatchObject({
      ...{ name: 'say', options: { text: 'Hello' }, parent: null, focused: null },
      member: { id: ID, name: 'Ines', avatar: null },
    }));

  it('reads the channel that a thread is in, and the name that the server has for a member', () => {
    const thread = { ...PAYLOAD, channel: { id: ID, type: 11, parent_id: '1420070400000000002' } };
    expect(readInteraction(thread)?.parent).toBe('1420070400000000002');
    const named = { ...PAYLOAD, member: { ...PAYLOAD.member, nick: '  Captain\u0000 Ines ' } };
    expect(readInteraction(named)?.member.name).toBe('Captain Ines');
  });

  it.each([
    ['a direct message', { guild_id: undefined }],
    ['a component', { type: 3 }],
    ['no member', { member: undefined }],
    ['a token that is a path', { token: '../../applications' }],
    ['a channel that is a path', { channel_id: '../1' }],
    ['no command', { data: null }],
  ])('takes no %s', (_, change) =>
    expect(readInteraction({ ...PAYLOAD, ...change } as unknown as typeof PAYLOAD)).toBeNull(),
  );
});

it('defers what one member is told so that no other sees it', () =>
  expect(COMMANDS.map(({ name }) => [name, defer(name).data])).toEqual([
    ['scene', { flags: 0 }],
    ...['join', 'say', 'whisper', 'continue'].map((name) => [name, { flags: 64 }]),
  ]));

it('offers at most 25 choices, of at most 100 characters', () => {
  const choices = Array.from({ length: 40 }, (_, n) => ({ name: `${'x'.repeat(120)}${n}`, value: `v${n}` }));
  const { choices: shown } = offer(choices, 'X').data as { choices: { name: string }[] };
  expect(shown).toHaveLength(25);
  expect(shown.every(({ name }) => name.length <= 100)).toBe(true);
});
