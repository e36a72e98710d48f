import { expect, it } from 'vitest';
import { gatewayTo, saying } from '../../../test/support/asks';
import { decide, MemoryPort } from '../../../test/support/memory-port';
import { openScene, PROFILES, speakersOf } from '../../../test/support/play-scene';
import { newScene } from '../../contract/create-scene';

const MANOR = newScene.parse({
  characters: [
    { id: 'osric-the-reeve', name: 'Osric the Reeve' },
    { id: 'maud-of-ely', name: 'Maud of Ely' },
    { id: 'maud-the-elder', name: 'Maud the Elder' },
  ],
  personas: [{ id: 'mara', name: 'Mara' }],
});
const director = { ...PROFILES.director, provider: 'openai', model: 'm' };

async function playPlan(name: string) {
  const plan = { actingCharacters: [{ id: name }] };
  const room = openScene(MANOR, {}, 'seed', { ...PROFILES, director });
  await room.hear('Who keeps the mill?', { 'director.1': plan });
  const [first] = room.asks;
  if (first?.step !== 'director.1') throw new Error('the director was not asked first');
  const answer = await gatewayTo(saying(JSON.stringify(plan))).ask(
    new MemoryPort(),
    'director.1',
    first.ask,
    { decide },
  );
  return { answer, speakers: speakersOf(room) };
}

it.each(['Osric', 'osric the reeve', 'reeve', 'OSRIC-THE-REEVE'])(
  'a plan that names %s means Osric the Reeve: it costs one call, and he alone acts',
  async (name) => {
    const { answer, speakers } = await playPlan(name);
    expect(answer).toMatchObject({ ok: true, calls: 1, checks: [] });
    expect(speakers).toEqual(['osric-the-reeve']);
  },
);

it('a name that several have is nobody: it is asked for again, and the rule decides in the end', async () => {
  const { answer, speakers } = await playPlan('Maud');
  expect(answer).toMatchObject({ ok: false, calls: 2 });
  expect(speakers).toHaveLength(3);
});
