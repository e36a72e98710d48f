import { z } from 'zod';
import { defineEvents } from './shapes';

const progress = () =>
  z
    .object({
      runs: z.int(),
      waiting: z.int(),
      playing: z.int(),
      over: z.int(),
      refused: z.int(),
    })
    .describe('Number of runs by state, as in `GET /v1/experiments/{id}`');
const used = () =>
  z
    .object({ actions: z.int(), calls: z.int(), tokens: z.int(), money: z.number().nullable() })
    .describe('Total usage of all runs. `money` is null if the stage has no prices');
const table = () =>
  z.string().describe('URL of the table: `/v1/experiments/{id}/table`, absolute if `PUBLIC_URL` is set');
const page = () =>
  z.string().describe('URL of the page: `/#/experiments/{id}`, absolute if `PUBLIC_URL` is set');
const name = () => z.string().describe('Name of the experiment');

/** Events of an experiment. They are only delivered to webhooks. */
export const EXPERIMENT_EVENTS = defineEvents('experiment', {
  'experiment.finished': {
    about:
      'Every run of an experiment has ended ([experiments](runs.md#experiments)). Sent again if runs are resumed and end again.',
    audience: 'the owner',
    payload: () =>
      z.object({
        name: name(),
        reason: z
          .enum(['done', 'stopped'])
          .describe('`done`: every run ended; `stopped`: the owner stopped it'),
        progress: progress(),
        used: used(),
        table: table(),
        page: page(),
      }),
  },
  'experiment.paused': {
    about: 'An experiment was paused, by the owner or automatically. `POST …/resume` continues it.',
    audience: 'the owner',
    payload: () =>
      z.object({
        name: name(),
        reason: z.string().describe('Reason in words'),
        progress: progress(),
        used: used(),
        table: table(),
        page: page(),
      }),
  },
});
