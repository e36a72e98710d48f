import type { NewScene } from '../../contract/create-scene';
import { fail, ok, type Result } from '../../contract/problems';
import { BLUFF, BLUFF_ALONG } from './templates/bluff';
import type { SceneTemplate } from './templates/card';
import { CLOCKMAKER } from './templates/clockmaker';
import { ESTATE } from './templates/estate';
import { FERRY } from './templates/ferry';
import { LIGHTHOUSE } from './templates/lighthouse';
import { NIGHT_TRAIN } from './templates/night-train';
import { TAVERN } from './templates/tavern';

export type { SceneTemplate } from './templates/card';

export const TEMPLATES: readonly SceneTemplate[] = [
  LIGHTHOUSE,
  FERRY,
  TAVERN,
  ESTATE,
  BLUFF,
  BLUFF_ALONG,
  NIGHT_TRAIN,
  CLOCKMAKER,
];

export const listTemplates = () =>
  TEMPLATES.map(({ id, title, summary, scene: { characters = [], personas = [] } }) => ({
    ...{ id, title, summary },
    characters: characters.map(({ name }) => name),
    personas: personas.map((persona) => ({ id: persona.id ?? '', name: persona.name })),
  }));

/**
 * Merges a template into a request: each field of the request replaces the template's field as a whole.
 *
 * @returns `invalid` for an unknown template
 */
export function mergeTemplate(body: NewScene): Result<NewScene> {
  if (body.template === undefined) return ok(body);
  const template = TEMPLATES.find(({ id }) => id === body.template);
  if (template) return ok({ ...template.scene, ...body });
  const message = `no template "${body.template}" was found; use ${TEMPLATES.map(({ id }) => id).join(', ')}`;
  return fail({ code: 'invalid', errors: [{ pointer: '/template', message }] });
}
