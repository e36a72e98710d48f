import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../test/support/loose-events';
import { PERSONAS, SceneClock, type Who } from '../../test/support/scene-clock';
import { NOTHING } from '../billing/cost';
import { startAutonomy, stopAutonomy } from '../scene/autonomy';
import type { TurnMode } from './pace';

type Step =
  | { do: 'say' | 'pass' | 'come' | 'go'; who: Who }
  | { do: 'owner' | 'start' | 'narrate' | 'fail' | 'cancel' | 'end' | 'stop' | 'beat' }
  | { do: 'wait'; seconds: number }
  | { do: 'type'; seconds: number }
  | { do: 'mode'; mode: TurnMode; hide: boolean }
  | { do: 'alone'; rounds: number; pause: number };
const who = fc.constantFrom(...PERSONAS);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom('say' as const, 'pass' as const, 'come' as const, 'go' as const), who }),
    fc.record({
      do: fc.constantFrom(
        ...(['owner', 'start', 'narrate', 'fail', 'cancel', 'end', 'end', 'end', 'stop', 'beat'] as const),
      ),
    }),
    fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 90 }) }),
    fc.record({ do: fc.constant('type' as const), seconds: fc.integer({ min: 1, max: 20 }) }),
    fc.record({
      do: fc.constant('mode' as const),
      mode: fc.constantFrom('immediate' as const, 'gather' as const, 'manual' as const),
      hide: fc.boolean(),
    }),
    fc.record({
      do: fc.constant('alone' as const),
      rounds: fc.integer({ min: 1, max: 4 }),
      pause: fc.constantFrom(0, 20),
    }),
  ),
  { minLength: 1, maxLength: 60 },
);

function perform(table: SceneClock, step: Step): void {
  switch (step.do) {
    case 'say':
      table.say(step.who);
      break;
    case 'pass':
      table.pass(step.who);
      break;
    case 'come':
      table.come(step.who);
      break;
    case 'go':
      table.go(step.who);
      break;
    case 'owner':
      table.take({ personaId: 'kit' }, true);
      break;
    case 'start':
      table.start();
      break;
    case 'narrate':
      table.take({ type: 'narration', text: undefined }, true);
      break;
    case 'wait':
      table.now += step.seconds * 1000;
      break;
    case 'type':
      table.typists = [{ actor: 'persona:mara', until: table.now + step.seconds * 1000 }];
      break;
    case 'mode':
      table.set({ turnMode: step.mode, hideLines: step.hide });
      break;
    case 'alone':
      table.tryTo(startAutonomy(table.state, { rounds: step.rounds, pauseSeconds: step.pause }, NOTHING));
      break;
    case 'stop':
      table.write(stopAutonomy(table.state));
      break;
    case 'fail':
      table.end('round.failed');
      break;
    case 'cancel':
      table.end('round.cancelled');
      break;
    case 'end':
      table.end();
      break;
    case 'beat':
      break;
  }
}

describe('whatever happens', () => {
  const played = (all: Step[]): SceneClock => {
    const table = new SceneClock();
    for (const step of all) {
      perform(table, step);
      table.begin();
    }
    return table;
  };
  /** Ends the current round and lets the owner start the others, until the queue is empty. */
  const finish = (table: SceneClock): void => {
    table.end();
    table.write(stopAutonomy(table.state));
    table.typists = [];
    table.set({ turnMode: 'manual' });
    table.start();
    for (let i = 0; i < 200 && table.begin(); i += 1) table.end();
  };

  it('every input is answered by one round, lines in order of arrival, and hidden ones are told first', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const table = played(all);
        finish(table);
        const inputs = table.ledger.filter(
          ({ kind }) => kind === 'player.spoke' || kind === 'round.requested',
        );
        const answered = table.ledger.flatMap(({ kind, payload }) =>
          kind === 'round.started' ? (payload.inputs as number[]) : [],
        );
        expect(answered.toSorted((a, b) => a - b)).toEqual(inputs.map(({ seq }) => seq));
        const lines = new Set(inputs.filter((event) => event.kind === 'player.spoke').map(({ seq }) => seq));
        const heard = answered.filter((seq) => lines.has(seq));
        expect(heard).toEqual(heard.toSorted((a, b) => a - b));
        const revealed = table.ledger.filter((event) => event.kind === 'line.revealed');
        const hidden = inputs.filter(({ payload }) => fieldsOf(payload).hidden === true);
        expect(revealed.map(({ payload }) => payload.seq).sort()).toEqual(
          hidden.map(({ seq }) => seq).sort(),
        );
        for (const { seq, payload } of revealed) {
          const start = table.ledger.find((event) => event.seq > seq && event.kind === 'round.started');
          expect(fieldsOf(start?.payload).inputs).toContain(payload.seq);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never plans what is past, two things at once, or a round beside another', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const table = new SceneClock();
        for (const step of all) {
          perform(table, step);
          const plan = table.plan();
          const things = [plan.seqs !== null, plan.goesOn, plan.at !== null].filter(Boolean);
          expect(things.length).toBeLessThanOrEqual(1);
          if (plan.at !== null) expect(plan.at).toBeGreaterThan(table.now);
          if (table.state.open) expect(things).toEqual([]);
          table.begin();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('a gathered round begins at the time it says, or within the hold of somebody who types on', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const table = played(all);
        table.end();
        table.set({ turnMode: 'gather' });
        table.write(stopAutonomy(table.state));
        table.say('mara');
        if (table.begin()) return;
        const at = table.plan().at ?? Number.NaN;
        expect(at).toBeLessThanOrEqual(table.now + 60_000);
        table.now = at - 1;
        expect(table.plan().seqs).toBeNull();
        table.now = at;
        table.typists = [{ actor: 'persona:jo', until: at + 600_000 }];
        for (let i = 0; i < 3 && !table.plan().seqs; i += 1) table.now = table.plan().at ?? table.now;
        expect(table.begin()).not.toBeNull();
        expect(table.now).toBeLessThanOrEqual(at + 10_000);
      }),
      { numRuns: 300 },
    );
  });

  it('a scene goes on by itself for as many rounds as was asked at most, and says once that it is over', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const table = played(all);
        finish(table);
        let running: { rounds: number; asked: number } | null = null;
        for (const { kind, payload } of table.ledger) {
          if (kind === 'autonomy.started') {
            expect(running).toBeNull();
            running = { rounds: Number(payload.rounds), asked: 0 };
          } else if (kind === 'autonomy.ended') {
            expect(running).not.toBeNull();
            if (payload.reason === 'completed') expect(payload.played).toBe(running?.rounds);
            running = null;
          } else if (fieldsOf(payload).autonomous === true && running) {
            running.asked += 1;
            expect(running.asked).toBeLessThanOrEqual(running.rounds);
          } else if (fieldsOf(payload).autonomous === true) throw new Error('a request after the end');
        }
        expect(running).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});
