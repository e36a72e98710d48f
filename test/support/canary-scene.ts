import { canary } from './fake-echo';

/** The name of the model, which is private as well. */
export const CANARY_MODEL = `fake:echo#${canary('model').replaceAll(' ', '-')}`;
const PROFILE = { provider: 'openai', model: CANARY_MODEL };
// Answers in JSON have thoughts, prose has none.
export const CANARY_PROFILES = { director: PROFILE, character: { ...PROFILE, expectsJson: true } };
const lore = (id: string, more: object = {}) => ({ id, constant: true, content: canary(id), ...more });
/** A scene with a canary in each private place, played by a model that repeats its whole prompt. */
export const CANARY_SCENE = {
  title: 'A kitchen in a storm',
  scenario: 'Two people wait for the storm to pass.',
  characters: [
    {
      name: 'Ada',
      secrets: canary('secretada'),
      goals: canary('goalada'),
      personality: canary('characterada'),
      instructions: canary('instructionada'),
    },
    { name: 'Bo', secrets: canary('secretbo'), goals: canary('goalbo') },
  ],
  personas: [
    { name: 'Mara', secrets: canary('secretmara') },
    { name: 'Jo', secrets: canary('secretjo') },
  ],
  notes: { scene: canary('authornote') },
  lorebooks: [
    {
      name: 'What some know',
      entries: [
        lore('loreada', { characterFilter: { names: ['Ada'] } }),
        lore('lorenotbo', { characterFilter: { isExclude: true, names: ['Bo'] } }),
        lore('loreoff', { enabled: false }),
        { ...lore('lorenever'), content: `@@dont_activate\n${canary('lorenever')}` },
      ],
    },
  ],
  settings: { worldAgent: true, summarizeAfter: 2 },
  profiles: CANARY_PROFILES,
};
