import { z } from 'zod';
import { slug } from './ids';
import { roomLimits } from './money';

/**
 * When rounds of a scene start, and auto-play. `immediate`: every input starts its own round at once. `gather`: a
 * round starts when everyone present has spoken or the time is up, and answers all collected inputs. `manual`: the
 * owner starts rounds.
 */
const TURN_MODES = ['immediate', 'gather', 'manual'] as const;
export type TurnMode = (typeof TURN_MODES)[number];

export const DEFAULT_GATHER_SECONDS = 60;
export const MAX_GATHER_SECONDS = 7 * 24 * 3600;
/** Seconds that typing delays a gathered round by default. */
export const GATHER_HOLD_SECONDS = 10;
export const MAX_HOLD_SECONDS = 60;
/** Limits of auto-play: rounds, and seconds between two of them. */
export const MAX_AUTONOMOUS_ROUNDS = 100;
export const MAX_PAUSE_SECONDS = 3600;

const turnMode = z
  .enum(TURN_MODES)
  .describe(
    'When rounds start. `immediate` (default): every input starts its own round. `gather`: when all present players have spoken, or after `gatherSeconds`. `manual`: when the owner starts the round',
  );
const gatherSeconds = z
  .int()
  .min(1)
  .max(MAX_GATHER_SECONDS)
  .describe(
    `\`gather\` mode: seconds to wait for other players after the first line. Default ${DEFAULT_GATHER_SECONDS}`,
  );
const hideLines = z
  .boolean()
  .describe('`gather` mode: hide lines of players from each other until the round starts. Default false');
const holdForTyping = z
  .int()
  .min(0)
  .max(MAX_HOLD_SECONDS)
  .nullable()
  .describe(
    `Seconds a round waits while someone is typing; 0 does not wait. Null (default): ${GATHER_HOLD_SECONDS} in \`gather\` mode, otherwise 0`,
  );

/** Optional in requests; omitted fields have their default, or are unchanged. */
export const paceFields = {
  turnMode: turnMode.optional(),
  gatherSeconds: gatherSeconds.optional(),
  hideLines: hideLines.optional(),
  holdForTyping: holdForTyping.optional(),
};
export const paceRules = z.object({ turnMode, gatherSeconds, hideLines, holdForTyping });
export type PaceRules = z.infer<typeof paceRules>;

export const DEFAULT_PACE: PaceRules = {
  turnMode: 'immediate',
  gatherSeconds: DEFAULT_GATHER_SECONDS,
  hideLines: false,
  holdForTyping: null,
};

const personas = z.array(slug);
/** State of a round that has not started. */
export const waitingView = z
  .object({
    since: z.iso.datetime().describe('Time of the first pending input'),
    startsAt: z.iso
      .datetime()
      .nullable()
      .describe('Latest start time. Null if it waits for the owner or for an input'),
    spoken: personas.describe('Personas that have spoken or passed'),
    waitsFor: personas.describe('Personas of present players that have not spoken'),
  })
  .meta({ id: 'WaitingRound', description: 'The round that is waiting to start' });
export type WaitingView = z.infer<typeof waitingView>;

export const startAutonomy = z
  .strictObject({
    rounds: z.int().min(1).max(MAX_AUTONOMOUS_ROUNDS).describe('Number of rounds to play'),
    pauseSeconds: z
      .int()
      .min(0)
      .max(MAX_PAUSE_SECONDS)
      .default(0)
      .describe('Seconds between the end of a round and the next automatic round'),
    budget: roomLimits
      .optional()
      .describe('Budget for this auto-play session. Auto-play ends when it is exhausted'),
  })
  .meta({ id: 'StartAutonomy' });
export type StartAutonomy = z.infer<typeof startAutonomy>;

/** Why auto-play ended. */
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
    played: z.int().describe('Number of rounds played; rounds started by players do not count'),
    pauseSeconds: z.int(),
    nextAt: z.iso
      .datetime()
      .nullable()
      .describe('Start time of the next round, unless an input comes first. Null: as soon as possible'),
    budget: roomLimits.optional().describe('Budget of the session, if set. Owner only'),
  })
  .meta({ id: 'Autonomy', description: 'An auto-play session' });
export type AutonomyView = z.infer<typeof autonomyView>;
