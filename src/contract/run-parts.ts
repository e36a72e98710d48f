import { z } from 'zod';

/**
 * A game that comes with the service, an uploaded story (`story-…`), `pushed` (the caller plays and posts what it sees),
 * or `arc3:` and the full id of a remote game.
 */
export const gameRef = z
  .string()
  .regex(
    /^(?:[a-z0-9][a-z0-9-]{0,39}|arc3:[A-Za-z0-9][A-Za-z0-9._-]{0,79})$/,
    'use the id of a game of GET /v1/games, `pushed`, or `arc3:` and a full game id',
  )
  .meta({ id: 'GameRef' });

export const RUN_STATUS = ['created', 'running', 'paused', 'finished'] as const;
