import { beforeAll, describe, expect, it } from 'vitest';
import type { DiscordApplicationView } from '../../src/contract/discord';
import type { Scene } from '../../src/contract/scenes';
import { CANARY_SCENE } from '../support/canary-scene';
import { DiscordPeople, MEMBERS } from '../support/discord-people';
import { canary, findCanaries } from '../support/fake-echo';
import { idle, sceneAt, until } from '../support/rooms';

/**
 * A scene with a canary in each private place, and a model that leaks everything it knows. Searches
 * everything that the channel and each member receive for canaries outside the allowed lists.
 */

let people: DiscordPeople;
let scene: string;
const tokens: Record<keyof typeof MEMBERS, string[]> = { ines: [], tom: [] };

async function ask(
  who: keyof typeof MEMBERS,
  name: string,
  options: Record<string, string> = {},
): Promise<void> {
  const used = await people.use(name, options, { member: MEMBERS[who] });
  tokens[who].push(used.token);
  await people.answer(used.token);
  await idle(scene);
}

beforeAll(async () => {
  people = await new DiscordPeople().make();
  await people.connect();
  await people.ask('scene', { template: 'lighthouse' });
  const [channel] = (await people.api<DiscordApplicationView>(`GET /v1/discord/${people.application}`)).body
    .channels;
  scene = channel?.scene ?? '';
  await idle(scene);
  const { notes, profiles, settings, characters, personas } = CANARY_SCENE;
  const change = { notes, profiles, settings, characters: { add: characters }, personas: { add: personas } };
  const changed = await people.api<Scene>(`PATCH /v1/scenes/${scene}`, change);
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await ask('ines', 'join', { persona: 'Mara' });
  await ask('tom', 'join', { persona: 'Jo' });
  await people.api(`POST /v1/scenes/${scene}/notes`, { text: canary('ownernote') });
  await ask('ines', 'say', { text: 'Good evening, @ada and @bo.' });
  await ask('ines', 'whisper', { to: 'Ada', text: `Ada, ${canary('whispertoada')}.` });
  await ask('tom', 'whisper', { to: 'Bo', text: `Bo, ${canary('whispertobo')}.` });
  await ask('ines', 'whisper', { to: 'Jo', text: canary('whisperamongplayers') });
  await ask('tom', 'say', { text: 'Is anyone cold, @ada, @bo?' });
  await ask('tom', 'continue');
  const { head } = await sceneAt(scene).read();
  await until(
    async () =>
      (await people.api<DiscordApplicationView>(`GET /v1/discord/${people.application}`)).body.channels[0],
  ).holds((one) => (one?.told ?? 0) >= head && one?.waiting === 0);
  await until(async () => (await people.log()).answers).holds(
    (answers) =>
      [...tokens.ines, ...tokens.tom].flatMap((token) => answers[token]?.followUps ?? []).length >= 3,
  );
}, 180_000);

const toldTo = async (who: keyof typeof MEMBERS): Promise<string> => {
  const { answers, channels } = await people.log();
  return JSON.stringify([
    tokens[who].map((token) => answers[token]),
    channels[`dm-${MEMBERS[who].id}`] ?? [],
  ]);
};

describe('what comes to Discord', () => {
  it('has nothing private in the channel', async () => {
    const { channels } = await people.log();
    const lines = channels[people.channel] ?? [];
    expect(lines.some(({ username }) => username === 'Ada')).toBe(true);
    expect(findCanaries(JSON.stringify(lines))).toEqual([]);
  });

  it('has for each member what its persona may know', async () => {
    expect(findCanaries(await toldTo('ines'))).toEqual([
      'secretmara',
      'whisperamongplayers',
      'whisperbackada',
      'whispertoada',
    ]);
    expect(findCanaries(await toldTo('tom'))).toEqual([
      'secretjo',
      'whisperamongplayers',
      'whisperbackbo',
      'whispertobo',
    ]);
  });

  it('names neither the scene, the tenant nor a secret of the stage anywhere', async () => {
    const { channels, answers } = await people.log();
    const all = JSON.stringify([channels, answers]);
    for (const secret of [scene, people.botToken, 'seat_', 'st_local', 'si_local', 'whtoken-'])
      expect(all).not.toContain(secret);
  });
});
