import { z } from 'zod';
import { slug } from './ids';
import { roomLimits } from './money';

/**
 * When a scene moves: what makes a round begin, and how long it goes on by itself.
 *
 * `immediate`: every input has a round of its own, at once. `gather`: a round begins when everybody who is there has
 * spoken, or when the time is up, and takes in all that was said. `manual`: it begins when the owner says so.
 */
const TURN_MODES = ['immediate', 'gather', 'manual'] as const;
export type TurnMode = (typeof TURN_MODES)[number];

export const DEFAULT_GATHER_SECONDS = 60;
export const MAX_GATHER_SECONDS = 7 * 24 * 3600;
/** Seconds for which typing holds a gathered round back, unless the scene says otherwise. */
export const GATHER_HOLD_SECONDS = 10;
export const MAX_HOLD_SECONDS = 60;
/** Rounds that a scene may go on for by itself, and seconds between two of them. */
export const MAX_AUTONOMOUS_ROUNDS = 100;
export const MAX_PAUSE_SECONDS = 3600;

const turnMode = z
  .enum(TURN_MODES)
  .describe(
    '`immediate` (default): every input has its round at once. `gather`: a round begins when all players who are there have spoken, or when `gatherSeconds` are over. `manual`: when the owner says so',
  );
const gatherSeconds = z
  .int()
  .min(1)
  .max(MAX_GATHER_SECONDS)
  .describe(
    `In \`gather\`: how long a round waits for the others, from the first who spoke. Default ${DEFAULT_GATHER_SECONDS}`,
  );
const hideLines = z
  .boolean()
  .describe(
    'In `gather`: what a player says is hidden from the others until the round begins. Default false',
  );
const holdForTyping = z
  .int()
  .min(0)
  .max(MAX_HOLD_SECONDS)
  .nullable()
  .describe(
    `Seconds for which a round waits for somebody who is typing; 0: not at all. null (default): ${GATHER_HOLD_SECONDS} in \`gather\`, else 0`,
  );

/** As a request has them: what is left out has its default, or stays. */
export const paceFields = {
  turnMode: turnMode.optional(),
  gatherSeconds: gatherSeconds.optional(),
  hideLines: hideLines.optional(),
  holdForTyping: holdForTyping.optional(),
};
/** Pace of a scene. */
export const paceRules = z.object({ turnMode, gatherSeconds, hideLines, holdForTyping });
export type PaceRules = z.infer<typeof paceRules>;

export const DEFAULT_PACE: PaceRules = {
  turnMode: 'immediate',
  gatherSeconds: DEFAULT_GATHER_SECONDS,
  hideLines: false,
  holdForTyping: null,
};

const personas = z.array(slug);
/** Things that a round waits for before it begins. */
export const waitingView = z
  .object({
    since: z.iso.datetime().describe('When the first of what waits was said'),
    startsAt: z.iso
      .datetime()
      .nullable()
      .describe('When it begins at the latest; null: when the owner says so, or something comes'),
    spoken: personas.describe('Personas who have spoken, or passed'),
    waitsFor: personas.describe('Personas of players who are there and have not'),
  })
  .meta({ id: 'WaitingRound', description: 'The round that is being gathered' });
export type WaitingView = z.infer<typeof waitingView>;

export const startAutonomy = z
  .strictObject({
    rounds: z
      .int()
      .min(1)
      .max(MAX_AUTONOMOUS_ROUNDS)
      .describe('How many rounds the scene goes on for by itself'),
    pauseSeconds: z
      .int()
      .min(0)
      .max(MAX_PAUSE_SECONDS)
      .default(0)
      .describe('Between the end of a round and the next that begins by itself'),
    budget: roomLimits
      .optional()
      .describe('Most that the scene may spend meanwhile; when it is spent it goes on by itself no more'),
  })
  .meta({ id: 'StartAutonomy' });
export type StartAutonomy = z.infer<typeof startAutonomy>;

/** Reasons why a scene stops going on by itself. */
export const AUTONOMY_ENDS = [
  'completed',
  'failed',
  'budget',
  'cancelled',
  'stopped',
  'rolledback',
  'finished',
] as const;
export type AutonomyEnd = (typeof AUTONOMY_ENDS)[number];

export const autonomyView = z
  .object({
    rounds: z.int(),
    played: z.int().describe('Of these rounds; rounds that players asked for do not count'),
    pauseSeconds: z.int(),
    nextAt: z.iso
      .datetime()
      .nullable()
      .describe('When the next one begins, if nothing comes before; null: as soon as it can'),
    budget: roomLimits.optional().describe('For the owner, where it has one'),
  })
  .meta({ id: 'Autonomy', description: 'A scene that goes on by itself' });
export type AutonomyView = z.infer<typeof autonomyView>;
