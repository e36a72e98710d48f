import { expect, it } from 'vitest';
import { TEMPLATES } from '../../../src/scene/setup/templates';
import { drawFace, type FaceSpec } from '../../../web/src/faces/draw-face';
import { listTemplateFaces, TEMPLATE_FACES } from '../../../web/src/faces/template-faces';

const people = (list: readonly { id?: string | undefined; name: string }[] = []) =>
  list.map(({ id = '', name }) => ({ id, name }));

it.each(TEMPLATES)('gives everyone in the template $id a different face', ({ scene }) => {
  const cast = people(scene.characters);
  const personas = people(scene.personas);
  const faces = listTemplateFaces(cast, personas);
  expect([...faces.keys()].sort()).toEqual(
    [...cast.map(({ id }) => `character:${id}`), ...personas.map(({ id }) => `persona:${id}`)].sort(),
  );
  expect(new Set(faces.values()).size).toBe(faces.size);
});

it('knows a template by a full name, and gives no face to others with the same first name', () => {
  const [vesna, pim] = [
    { id: 'vesna', name: 'Vesna Orlo' },
    { id: 'pim', name: 'Pim' },
  ];
  expect([...listTemplateFaces([vesna, pim]).keys()]).toEqual(['character:vesna', 'character:pim']);
  expect(listTemplateFaces([pim, { id: 'vesna', name: 'Vesna' }]).size).toBe(0);
  expect(listTemplateFaces([pim], [{ id: 'mara', name: 'Mara' }]).size).toBe(0);
});

it('draws every part that a face names, in colors', () => {
  const specs = TEMPLATE_FACES.flatMap(({ cast, personas }) => [
    ...Object.values(cast),
    ...Object.values(personas),
  ]);
  for (const spec of specs) {
    const words = spec.split(' ');
    for (const part of words.slice(4)) {
      const without = words.filter((word) => word !== part).join(' ') as FaceSpec;
      expect(drawFace(without), `${part} of ${spec}`).not.toBe(drawFace(spec));
    }
    expect(drawFace(spec)).not.toMatch(/"[SDHT]"|undefined|NaN/);
  }
});
