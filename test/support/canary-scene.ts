import { canary } from './fake-echo';

/** Shown to nobody: it is the model's name. */
export const CANARY_MODEL = `fake:echo#${canary('model').replaceAll(' ', '-')}`;
const PROFILE = { provider: 'openai', model: CANARY_MODEL };
// Objects have thoughts, which prose has not.
export const CANARY_PROFILES = { director: PROFILE, character: { ...PROFILE, expectsJson: true } };
/** A scene with a canary in each private place, played by a model that gives away what it was told. */
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
  settings: { worldAgent: true, summarizeAfter: 2 },
  profiles: CANARY_PROFILES,
};
