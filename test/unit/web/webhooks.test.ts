import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import type { CommandGiven } from '../../../src/contract/adventures';
import type { Event } from '../../../src/contract/events/events';
import { EVENT_KINDS } from '../../../src/contract/events/wire';
import type { HookDelivery, HookTurn, Verification } from '../../../src/contract/hooks';
import { renderTemplate } from '../../../src/webhooks/hooks';
import { verifyDelivery } from '../../../src/webhooks/verify';
import { EVENT_GROUPS, kindLabels } from '../../../web/src/webhooks/event-groups';
import { exampleFor, samplePayload } from '../../../web/src/webhooks/hook-examples';
import {
  buildTurn,
  describeRefusal,
  describeTurn,
  EMPTY_TURN,
  readTurn,
  TEMPLATES,
  turnChoices,
} from '../../../web/src/webhooks/hook-words';
import { foldCommand, foldTurn } from '../../../web/src/webhooks/read-result';

describe('groups of events', () => {
  it('have every kind that is stored, once', () => {
    const kinds = EVENT_GROUPS.flatMap((group) => group.kinds);
    // Partial lines are never stored, and so never posted.
    expect(kinds.toSorted()).toEqual(EVENT_KINDS.filter((kind) => kind !== 'character.delta').toSorted());
  });

  it('are named for a choice, and single kinds by their words', () => {
    expect(kindLabels([])).toBe('All events');
    expect(kindLabels(['round.rolledback'])).toBe('Round rolled back');
    expect(kindLabels(['character.spoke', 'round.failed', 'player.spoke'])).toBe('Lines, round failed');
  });
});

describe('turns of a hook', () => {
  it('are chosen by the kind of room, and told in words', () => {
    const words = ['scn_a', 'run_a', 'adv_a'].map((room) =>
      turnChoices(room).map(([kind]) =>
        describeTurn(buildTurn({ ...EMPTY_TURN, kind, template: '{{text}}', persona: 'old-ben' })),
      ),
    );
    expect(words[0]).toEqual(['Old Ben says “{{text}}”', 'Continues the scene']);
    expect(words[1]?.[0]).toBe('Plays one turn');
    expect(words[2]?.slice(0, 2)).toEqual(['Plays “{{text}}”', 'Suggests “{{text}}”']);
  });

  it.each<HookTurn>([
    { text: '{{a}}', personaId: 'ben', to: ['ada'] },
    { type: 'continuation', to: ['ada'] },
    { command: '{{a}}', mode: 'suggest' },
    { verb: 'step' },
  ])('are the same after the form has read them: %j', (turn) =>
    expect(buildTurn(readTurn(turn))).toEqual(turn),
  );

  it.each(Object.values(TEMPLATES))('find their fields in a sample: %s', (template) =>
    expect(renderTemplate(template, samplePayload({ text: template, to: [] }))).toMatchObject({ ok: true }),
  );

  it('say why one was refused, with the fields that were missing', () => {
    const refusal: HookDelivery = {
      ...{ n: 1, delivery: 'd1', at: '2026-03-01T12:00:00.000Z', status: 'refused', code: 422 },
      ...{ error: 'It lacks something.', accepted: null },
      errors: [{ pointer: '/sender/login', message: 'is missing' }],
    };
    expect(describeRefusal(refusal)).toBe(
      'The payload does not fit the template: “sender.login” is missing.',
    );
    expect(describeRefusal({ ...refusal, errors: [], error: 'This hook is disabled.' })).toBe(
      'This hook is disabled.',
    );
  });
});

/** The arguments of curl, replaced with a shell function. */
function runExample(code: string): { headers: Record<string, string>; body: string } {
  const curl = 'curl() { printf "%s\\0" "$@"; }\n';
  const words = execFileSync('bash', ['-c', curl + code])
    .toString()
    .split('\0');
  const valuesOf = (flag: string) => words.flatMap((word, i) => (word === flag ? [words[i + 1] ?? ''] : []));
  const headers = valuesOf('-H').map((line) => {
    const [name = '', ...value] = line.split(': ');
    return [name.toLowerCase(), value.join(': ')];
  });
  return { headers: Object.fromEntries(headers), body: valuesOf('-d').join('') };
}

describe('an example', () => {
  const turn: HookTurn = { text: "{{sender.login}}'s {{commits.0.message}}", to: [] };
  const secrets: Partial<Record<Verification, string>> = {
    github: "it's a secret of the sender",
    standard: `whsec_${btoa('0123456789abcdef01234567')}`,
  };

  it.each(['github', 'standard'] as const)('for %s signs a delivery that the hook takes', async (verify) => {
    const secret = secrets[verify] ?? '';
    const { codes } = exampleFor({ verify, turn }, 'https://stage.example.com/deliver', secret);
    const delivery = runExample(codes.at(-1)?.code ?? '');
    const tools = { secrets: [secret], now: Date.now() };
    const verification = await verifyDelivery(verify, delivery, tools);
    expect(verification).toMatchObject({ ok: true, value: { payload: samplePayload(turn) } });
    if (verify === 'standard') new Webhook(secret).verify(delivery.body, delivery.headers);
  });

  it('for a program of one’s own has the token, and without the secret a word in its place', () => {
    const code = (secret: string | null) =>
      exampleFor({ verify: 'bearer', turn }, 'https://stage.example.com/deliver', secret).codes[0]?.code ??
      '';
    expect(runExample(code("o'clock")).headers.authorization).toBe("Bearer o'clock");
    expect(runExample(code(null)).headers.authorization).toBe('Bearer YOUR_SECRET');
  });
});

describe('the result of a delivery', () => {
  const event = (seq: number, kind: string, payload: object, more: object = {}) =>
    ({ seq, kind, payload, actor: 'system', audience: ['*'], at: '', ...more }) as unknown as Event;

  it('is the line, those of its round, and how far the round is', () => {
    const accepted = { inputSeq: 5, round: null, status: 'queued' } as const;
    const events = [
      event(5, 'player.spoke', { name: 'Ben', text: 'A pigeon!' }),
      event(6, 'character.spoke', { name: 'Ada', text: 'Earlier.' }, { round: 1 }),
      event(7, 'round.started', { inputs: [5] }, { round: 2 }),
      event(8, 'character.spoke', { name: 'Ada', text: 'Let it in.' }, { round: 2 }),
    ];
    const lines = [
      { seq: 5, name: 'Ben', text: 'A pigeon!' },
      { seq: 8, name: 'Ada', text: 'Let it in.' },
    ];
    expect(foldTurn(accepted, events.slice(0, 2))).toEqual({
      lines: lines.slice(0, 1),
      state: 'Queued for its round.',
      isOver: false,
    });
    expect(foldTurn(accepted, events)).toEqual({ lines, state: 'Round 2 is in progress.', isOver: false });
    const ended = [...events, event(9, 'round.completed', {}, { round: 2 })];
    expect(foldTurn(accepted, [...ended, event(10, 'round.started', { inputs: [] }, { round: 3 })])).toEqual({
      lines,
      state: 'Round 2 is complete.',
      isOver: true,
    });
    const again = [...events, event(9, 'round.rolledback', {}, { round: 2 })];
    expect(foldTurn(accepted, again).lines).toEqual(lines.slice(0, 1));
  });

  it('is the command and what the story answered', () => {
    const accepted: CommandGiven = {
      ...({ run: 'adv_a', seq: 3, command: 'look', mode: 'take', status: 'running' } as const),
      ...{ turn: null, text: null, awaits: null, score: null, place: null },
    };
    const story = { text: 'You see a door.\n', reading: { score: 0, location: null } };
    expect(foldCommand(accepted, [])).toMatchObject({ state: 'Not played yet.', isOver: false });
    expect(foldCommand({ ...accepted, mode: 'suggest' }, [])).toMatchObject({ isOver: true });
    expect(foldCommand(accepted, [event(4, 'command.executed', { given: 3, story }, { turn: 2 })])).toEqual({
      lines: [
        { seq: 3, name: 'Played', text: 'look' },
        { seq: 4, name: 'Story', text: 'You see a door.' },
      ],
      state: 'Played in turn 2.',
      isOver: false,
    });
  });
});
