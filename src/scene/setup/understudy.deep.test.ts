import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/depth';
import { fieldsOf } from '../../../test/support/loose-events';
import { eventsOf, INN, openScene, promptOf, stepsOf, UNDERSTUDY } from '../../../test/support/play-scene';
import { callName, findTopics, namesPerson, readIntent } from '../../understudy/scene/listen';
import { TEMPLATES } from './templates';

const LINES = [
  'Good evening. Is the lamp all right?',
  'Who was the last to see the letter?',
  'I lost my ring in the snow!',
];

async function playThree(template: (typeof TEMPLATES)[number], seed: string) {
  const room = openScene(template.scene, {}, seed);
  for (const text of LINES) {
    await room.hear({ text, personaId: template.scene.personas?.[0]?.id ?? 'x' }, UNDERSTUDY);
  }
  return room;
}

const saidIn = (room: Awaited<ReturnType<typeof playThree>>): string[] =>
  eventsOf(room, 'character.spoke')
    .filter(({ round = 0 }) => round > 0)
    .map(({ payload }) => String(fieldsOf(payload).text));

describe('listening', () => {
  it.each([
    ['Did you see my lamp?', 'question'],
    ['Good evening, all.', 'greeting'],
    ['Thank you, Hesper.', 'thanks'],
    ['Hesper, open the door.', 'order'],
    ['It rains.', 'told'],
    ['', 'silence'],
  ])('%j is heard as %s', (text, intent) => expect(readIntent(text)).toBe(intent));

  it('names things from the other side of the table', () => {
    expect(findTopics('Did you see my lamp, or the old letter?')).toEqual(['your lamp', 'the old letter']);
    expect(findTopics('Is it one of those things?')).toEqual([]);
    expect(findTopics('Harbourmaster!')).toEqual(['Harbourmaster']);
    expect(findTopics('Put out the light, and bring me the lantern.')).toEqual(['the light', 'the lantern']);
    expect(findTopics('Tell me what happens now.')).toEqual([]);
  });

  it('knows people by first name, not by a title or a part of a word', () => {
    expect(namesPerson('where is hesper?', 'Hesper Quill')).toBe(true);
    expect(namesPerson('the captain is gone', 'Captain Rusk')).toBe(false);
    expect(namesPerson('wrench', 'Dr. Wren')).toBe(false);
    expect(namesPerson('a c++ (x', 'C++ (')).toBe(true);
    expect(callName('Dr. Wren')).toBe('Dr. Wren');
    expect(callName('Hesper Quill')).toBe('Hesper');
  });
});

it.each(sample(['a', 'b', 'c', 'd', 'e', 'f'], 2))(
  'a line that is spoken anew has no wording twice, its first among them (%s)',
  async (seed) => {
    const room = openScene(TEMPLATES[0]?.scene, {}, seed);
    await room.hear(
      { text: 'Is the lamp all right?', personaId: TEMPLATES[0]?.scene.personas?.[0]?.id ?? 'x' },
      UNDERSTUDY,
    );
    const line = eventsOf(room, 'character.spoke').at(-1);
    const payload = { type: 'regenerate' as const, to: [], line: line?.seq ?? 0 };
    for (let i = 0; i < 15; i += 1) {
      room.append([{ kind: 'round.requested', actor: 'system', audience: ['owner'], payload }]);
      await room.play(UNDERSTUDY);
    }
    const wordings = [line?.payload, ...eventsOf(room, 'line.edited').map((event) => event.payload)].map(
      (one) => fieldsOf(one).text,
    );
    expect(wordings).toHaveLength(16);
    expect(new Set(wordings).size).toBe(16);
  },
);

describe('the offline director', () => {
  it('picks who was addressed by name, in the order they were named', async () => {
    const room = openScene();
    await room.hear('Cy and Ada, where is the key?', UNDERSTUDY);
    expect(stepsOf(room).slice(0, 4)).toEqual([
      'director.1',
      'character.1:cy',
      'character.1:ada',
      'director.2',
    ]);
  });

  it('picks who was addressed by id, else everyone present', async () => {
    const room = openScene();
    await room.hear({ text: 'And you?', to: ['bo'] }, UNDERSTUDY);
    expect(stepsOf(room).filter((s) => s.startsWith('character.1'))).toEqual(['character.1:bo']);
    await room.hear('Nobody in particular.', UNDERSTUDY);
    expect(stepsOf(room).filter((s) => s.startsWith('character.1'))).toHaveLength(1 + 3);
  });

  it('lets someone in who is called for, and out who is sent off', async () => {
    const room = openScene();
    await room.hear('Dee, come in!', UNDERSTUDY);
    expect(room.state.cast.dee?.active).toBe(true);
    expect(promptOf(room, 'character.1:dee')).toContain('You enter now');
    await room.hear('Good night, Ada.', UNDERSTUDY);
    expect(room.state.cast.ada?.active).toBe(false);
  });

  it('gives an answer of its own when the cast goes quiet', async () => {
    const room = openScene({ ...INN, scenario: '' });
    await room.hear({ type: 'continuation' }, UNDERSTUDY);
    expect(eventsOf(room, 'character.spoke').length).toBeGreaterThanOrEqual(3);
  });
});

describe('the offline characters', () => {
  it.each(TEMPLATES.map((t) => [t.id, t] as const))(
    '%s: plausible lines over several seeds',
    async (_, template) => {
      for (const seed of sample(['a', 'b', 'c', 'd', 'e'], 1)) {
        const room = await playThree(template, seed);
        const lines = saidIn(room);
        expect(eventsOf(room, 'round.failed', 'character.skipped')).toEqual([]);
        // At least one for every line of the player: without a director no one else has to join in.
        expect(lines.length).toBeGreaterThanOrEqual(LINES.length);
        expect(new Set(lines).size).toBe(lines.length);
        for (const line of lines) {
          expect(line).toMatch(/^[\p{Lu}*“‘]/u);
          expect(line).toMatch(/[.!?…*”]$/);
          expect(line).not.toMatch(/[{}]|undefined|null|\bAI\b|language model| {2}/);
          expect(line.length).toBeLessThan(400);
        }
      }
    },
  );

  it('say the same for the same seed and something else for another', async () => {
    const [template] = TEMPLATES;
    if (!template) throw new Error('no template');
    const said = async (seed: string) =>
      eventsOf(await playThree(template, seed), 'character.spoke').map((e) => fieldsOf(e.payload).text);
    expect(await said('one')).toEqual(await said('one'));
    expect(await said('one')).not.toEqual(await said('two'));
  });

  it('take up the words of what was said', async () => {
    const room = openScene(TEMPLATES[0]?.scene);
    for (const text of [
      'Where did you put the lantern?',
      'I say the lantern is broken.',
      'Bring me the lantern.',
    ]) {
      await room.hear({ text, personaId: 'ines' }, UNDERSTUDY);
    }
    const lines = saidIn(room);
    expect(lines.filter((line) => /lantern/i.test(line)).length).toBeGreaterThanOrEqual(3);
  });

  it('never say aloud what they want', async () => {
    const room = openScene();
    for (let i = 0; i < 6; i += 1) {
      await room.hear('What do you want, all of you?', UNDERSTUDY);
    }
    expect(JSON.stringify(eventsOf(room, 'character.spoke'))).not.toMatch(/G-(ADA|BO|CY)|guidance/);
  });

  it('find another way to say it for as long as they remember', async () => {
    const room = openScene(INN);
    for (let i = 0; i < 18; i += 1) {
      await room.hear({ text: 'Hm.', to: ['ada'] }, UNDERSTUDY);
    }
    const lines = eventsOf(room, 'character.spoke').filter((e) => e.actor === 'character:ada');
    expect(new Set(lines.map((e) => fieldsOf(e.payload).text)).size).toBe(lines.length);
  });
});
