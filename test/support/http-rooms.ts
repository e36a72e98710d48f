/** Overrides fields: `kitchen({ turnMode: 'manual' })`. */
export const kitchen = (more: object = {}) => ({
  title: 'A kitchen in a storm',
  characters: [{ name: 'Ada' }, { name: 'Bo' }],
  personas: [{ name: 'Mara' }, { name: 'Jo' }],
  profiles: { director: { provider: 'understudy' }, character: { provider: 'understudy' } },
  ...more,
});

export const SCENE = {
  title: 'Two at a table',
  characters: [{ name: 'Ada' }, { name: 'Bo' }],
  personas: [{ name: 'Guest' }],
  profiles: { director: { provider: 'understudy' }, character: { provider: 'understudy' } },
};
export const RUN = {
  game: 'corridor',
  profiles: { explorer: { provider: 'understudy' }, analyst: { provider: 'understudy' } },
};

export const NO_SCENE = `scn_${'z'.repeat(20)}`;
export const NO_RUN = `run_${'z'.repeat(20)}`;
