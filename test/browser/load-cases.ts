import { type Case, createScene, must, say } from './cases';
import { openBrowser } from './page-cases';
import { DESKTOP, LOAD_LIMITS, MAX_SHIFT, measureLoad, PHONE } from './page-load';

/** The weight of a first visit, and that nothing moves meanwhile, on a phone and on a desktop. */
export const LOAD_CASES: Case[] = [
  {
    name: 'load: home, an invitation and a scene are small, and nothing moves while they load',
    run: async ({ stage, client }) => {
      const scene = await createScene(client, { provider: 'understudy' });
      await say(client, scene.id, 'Is anybody there?');
      const { invitation } = await client.post<{ invitation: string }>(`/v1/scenes/${scene.id}/seats`, {
        ...{ role: 'player', persona: scene.personas[0]?.id },
      });
      const pages = {
        home: { path: '/', key: stage.key, shows: 'button.footlight:enabled' },
        scene: { path: `/scenes/${scene.id}`, key: stage.key, shows: '.composer textarea:enabled' },
        invitation: { path: `/join?invitation=${invitation}`, key: null, shows: '.stage-bill' },
      };
      const notes: string[] = [];
      for (const name of ['home', 'scene', 'invitation'] as const)
        for (const viewport of [PHONE, DESKTOP]) {
          const load = await measureLoad(await openBrowser(), { ...pages[name], url: stage.url, viewport });
          const { kb, requests, shift } = load;
          const note = `${name} at ${viewport.width}: ${kb.toFixed(1)} kB, ${requests} requests, shift ${shift.toFixed(3)}`;
          const limit = LOAD_LIMITS[name];
          const isSmall = kb <= limit.kb && requests <= limit.requests;
          must(isSmall && shift < MAX_SHIFT, `${note}: ${load.details}`);
          notes.push(note);
        }
      return notes.join('; ');
    },
  },
];
