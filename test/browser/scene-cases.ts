import type { Event } from '../../src/contract/events/events';
import type { Scene } from '../../src/contract/scenes';
import { fieldsOf } from '../support/loose-events';
import { type Case, count, must, readLedger, say, until } from './cases';

const CARD = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    name: 'Mara',
    description: '{{char}} keeps the light.',
    first_mes: 'You again, {{user}}.',
    extensions: { kept: { as: 'it is' } },
  },
};
const WORLD_INFO = {
  entries: {
    0: { uid: 0, key: ['lamp'], content: 'THE LAMP BURNS WHALE OIL.', comment: 'lamp', order: 100 },
  },
};

interface Made {
  id: string;
}

export const SCENE_CASES: Case[] = [
  {
    name: 'a scene out of the library: card, World Info, memories of another scene; rolled back, and forked',
    run: async ({ client, fake }) => {
      const world = await client.post<Made>('/v1/worlds', { name: 'The coast', notes: 'IT ALWAYS RAINS.' });
      const card = await client.post<Made>('/v1/characters/import', CARD);
      const book = await client.post<Made>('/v1/lorebooks/import', WORLD_INFO);
      const kept = await client.get<typeof CARD>(`/v1/characters/${card.id}/card?format=v2`);
      must(kept.data.extensions.kept.as === 'it is', 'the card lost a field');

      const model = { provider: 'openai', model: 'fake:ok#library' };
      const body = {
        worldId: world.id,
        characters: [{ from: card.id }],
        personas: [{ name: 'Ada' }],
        lorebooks: [book.id],
        opening: { by: 'mara', greeting: 0 },
        profiles: { director: model, character: model },
        settings: { director: 'full', memory: { minScore: 0 } },
      };
      const first = await client.post<Scene>('/v1/scenes', body);
      await say(client, first.id, 'Is the lamp lit? The smugglers come tonight.');
      const second = await client.post<Scene>('/v1/scenes', body);
      await say(client, second.id, 'What do you know of the smugglers?');
      const prompts = await until('the calls of the second scene', 15, async () => {
        const page = await client.get<{ items: Made[] }>(`/v1/calls?room=${second.id}`);
        return page.items.length >= 3 ? page.items : null;
      });
      const calls = await Promise.all(prompts.map(({ id }) => client.get<object>(`/v1/calls/${id}`)));
      const spoken = calls.map((call) => JSON.stringify(call)).filter((call) => call.includes('"character"'));
      must(spoken.length > 0, 'no character was asked');
      for (const words of ['IT ALWAYS RAINS', 'You again, Ada.', 'The smugglers come tonight']) {
        must(
          spoken.some((call) => call.includes(words)),
          `no character was told ${JSON.stringify(words)}`,
        );
      }
      const asked = (await fake.log('fake:ok#library')).length;
      must(asked >= 6, `${asked} requests`);

      await say(client, first.id, 'And the boat?');
      const back = await client.post<Scene>(`/v1/scenes/${first.id}/rounds/1/rollback`);
      must(JSON.stringify(back.undone) === '[[2,2]]', `undone ${JSON.stringify(back.undone)}`);
      const fork = await client.post<Scene>(`/v1/scenes/${first.id}/fork`, { title: 'Another way' });
      must(fork.rounds === 1 && fork.forkedFrom?.round === 1, `a fork of ${fork.rounds} rounds`);
      await say(client, fork.id, 'We go another way.');
      await readLedger(client, `/v1/scenes/${fork.id}`);
      return `${asked} requests`;
    },
  },
  {
    name: 'a bluffing game to its verdict: nobody is told a word before',
    run: async ({ client }) => {
      const understudy = { provider: 'understudy' };
      const profiles = { character: understudy, director: understudy };
      const scene = await client.post<Scene>('/v1/scenes', { template: 'bluff', profiles });
      for (let round = 0; round < (scene.table?.of ?? 0); round += 1) {
        await client.post(`/v1/scenes/${scene.id}/turns?wait=1`, { type: 'continuation' });
      }
      const ledger = await readLedger(client, `/v1/scenes/${scene.id}`);
      const [dealt] = ledger.filter(({ kind, audience }) => kind === 'game.dealt' && audience[0] === 'owner');
      const words = fieldsOf(dealt?.payload).words as string[];
      const told = ledger.filter(({ audience }) => audience.includes('*'));
      const end = told.findIndex(({ kind }) => kind === 'judge.ruled' || kind === 'run.finished');
      // Whole words: an id or a longer word may contain one of them by chance.
      const leaks = ({ payload }: Event) =>
        words.some((word) => new RegExp(`\\b${word}\\b`, 'i').test(JSON.stringify(payload)));
      must(end > 0 && !told.slice(0, end).some(leaks), 'a word was told before the verdict');
      must(count(ledger, 'run.finished') === 1, 'the game has no end');
      const { status, table } = await client.get<Scene>(`/v1/scenes/${scene.id}`);
      must(status === 'finished' && table?.over, `the game is ${status}`);
      return String(table.outcome?.reason);
    },
  },
];
