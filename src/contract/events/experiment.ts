import { z } from 'zod';
import { eventsOf } from './shapes';

const progress = () =>
  z
    .object({
      runs: z.int(),
      waiting: z.int(),
      playing: z.int(),
      over: z.int(),
      refused: z.int(),
    })
    .describe('numbers of its runs, as `GET /v1/experiments/{id}` counts them');
const used = () =>
  z
    .object({ actions: z.int(), calls: z.int(), tokens: z.int(), money: z.number().nullable() })
    .describe('what its runs have used together; `money` is null where no prices are set');
const table = () =>
  z
    .string()
    .describe('address of its table: `/v1/experiments/{id}/table`, after `PUBLIC_URL` where that is set');
const page = () =>
  z.string().describe('address of its page: `/#/experiments/{id}`, after `PUBLIC_URL` where that is set');
const name = () => z.string().describe('its name');

/** Events of an experiment, which webhooks are sent. They can only be had by webhook. */
export const EXPERIMENT_EVENTS = eventsOf('experiment', {
  'experiment.finished': {
    about:
      'Every run of an experiment is over ([experiments](runs.md#experiments)). It comes again when runs are taken up and end anew.',
    audience: 'owner',
    payload: () =>
      z.object({
        name: name(),
        reason: z
          .enum(['done', 'stopped'])
          .describe('`done`: every run is over; `stopped`: it was asked for'),
        progress: progress(),
        used: used(),
        table: table(),
        page: page(),
      }),
  },
  'experiment.paused': {
    about: 'An experiment pauses: by hand, or by itself. `POST …/resume` goes on with it.',
    audience: 'owner',
    payload: () =>
      z.object({
        name: name(),
        reason: z.string().describe('why, in words'),
        progress: progress(),
        used: used(),
        table: table(),
        page: page(),
      }),
  },
});
