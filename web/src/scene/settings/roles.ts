import type { ProfileRole } from '../../../../src/contract/create-scene';

/** Roles that may have a profile of their own. */
export const ROLES = {
  director: 'Director',
  character: 'Characters',
  narrator: 'Narrator',
  summarizer: 'Summarizer',
  world: 'World agent',
  judge: 'Judge of a game',
} as const satisfies Record<ProfileRole, string>;
