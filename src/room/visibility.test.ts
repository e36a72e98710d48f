import { expect, it } from 'vitest';
import { OWNER } from '../contract/events/events';
import { canSee } from './visibility';

it.each([
  [['*'], ['persona:mara'], true],
  [['*'], [], true],
  [['owner'], ['persona:mara'], false],
  [['persona:jo', 'persona:mara'], ['persona:mara'], true],
  [['persona:jo'], ['persona:mara'], false],
  [['character:ada'], ['persona:ada'], false],
])('audience %j seen by %j: %s', (audience, ids, seen) => {
  expect(canSee(audience, { owner: false, ids })).toBe(seen);
  expect(canSee(audience, OWNER)).toBe(true);
});
