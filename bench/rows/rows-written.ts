import { fileURLToPath } from 'node:url';
import type { Row, Section } from '../lib/report';
import type { Bench } from './context';

const GOAL_ROWS = 30;
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

/** Output of test/workers/rows-written.test.ts: the maximum over the counted rounds. */
interface Counted {
  rounds: number;
  rowsWritten: number;
  alarms: number;
  d1Batches: number;
  r2Puts: number;
  rowsRead: { early: number; late: number; earlyRound: number; lateRound: number };
  mean: { roomBytes: number };
}

/**
 * Measures the writes of a round. A test inside the room counts them, because they are not visible from
 * outside.
 */
export async function measureRowsWritten({ servers }: Bench): Promise<Section> {
  const args = ['run', '--project', 'workers', 'test/workers/rows-written.test.ts'];
  const output = await servers.run(process.execPath, [VITEST, ...args, '--disable-console-intercept']);
  const json = /^rows-written (\{.*\})\s*$/m.exec(output)?.[1];
  if (!json) throw new Error(`the test printed no count:\n${output.slice(-2000)}`);
  const counts = JSON.parse(json) as Counted;
  const row = (what: string, value: number, goal: string, met: boolean | null): Row => ({
    what,
    ours: String(value),
    floor: '—',
    ratio: '—',
    goal,
    met,
    samples: `most of ${counts.rounds} rounds`,
  });
  const { early, late, earlyRound, lateRound } = counts.rowsRead;
  const total = counts.rowsWritten + counts.alarms;
  return {
    title: 'Rows written by a round',
    method:
      'Counted by `test/workers/rows-written.test.ts` in rounds of three characters played by the understudy (five calls): `rowsWritten` of every statement of the room from the request to the drained outbox, plus one for each `setAlarm`.',
    rows: [
      row(
        `rows of the room (${counts.alarms} of them for the alarm)`,
        total,
        `≤ ${GOAL_ROWS}`,
        total <= GOAL_ROWS,
      ),
      row('D1 batches', counts.d1Batches, '≤ 1', counts.d1Batches <= 1),
      row('R2 puts', counts.r2Puts, '—', null),
      {
        ...row('stored by the room, KiB a round', counts.mean.roomBytes / 1024, '—', null),
        ours: (counts.mean.roomBytes / 1024).toFixed(1),
        samples: 'mean of 60 rounds, the last 20 with their calls',
      },
      {
        ...row(`rows read, round ${lateRound} over round ${earlyRound}`, late, '≤ 1.1', late / early <= 1.1),
        floor: String(early),
        ratio: (late / early).toFixed(2),
        samples: '1 each',
      },
    ],
  };
}
