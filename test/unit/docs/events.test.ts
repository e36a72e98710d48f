import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { ActionStatus } from '../../../src/api/run-knowledge';
import type { ExhaustedPayload } from '../../../src/billing/exhausted';
import type * as Adventure from '../../../src/engines/adventure/payloads';
import type {
  ExecutedPayload,
  FramePayload,
  HudPayload,
  KnowledgePayload,
  LevelPayload,
  ObservationPayload,
  RefusedPayload,
  RequestPayload,
  ResetPayload,
} from '../../../src/engines/grid/payloads';
import type * as Written from '../../../src/engines/scene/payloads';
import type { RoundRecord } from '../../../src/engines/scene/round/record';
import { CATALOGUE } from '../../../src/events/catalogue';
import type { Event } from '../../../src/events/events';
import { type Delta, EVENT_KINDS, type EventKind } from '../../../src/events/wire';
import type { FailedPayload, StartedPayload } from '../../../src/room/rounds';
import { payloadComplaints } from '../../support/async-messages';
import { playEverything } from './every-event';

/** The types of the code that writes each kind, where it has one: optional fields too. */
interface Payloads {
  'scene.created': Written.SceneCreated;
  'scene.changed': Written.SceneChanged;
  'player.spoke': Omit<Written.QueuedPayload, 'line' | 'start' | 'autonomous'> & { type: 'user' };
  'player.ready': Written.PlayerReady;
  'line.revealed': Written.LineRevealed;
  'round.requested': Omit<Written.QueuedPayload, 'whisper' | 'toPersonas' | 'hidden'> & {
    type: Exclude<Written.InputType, 'user'>;
  };
  'autonomy.started': Written.AutonomyStarted;
  'autonomy.limited': Written.AutonomyLimited;
  'autonomy.ended': Written.AutonomyEnded;
  'player.joined': Written.PlayerThere;
  'player.left': Written.PlayerLeft;
  'player.changed': Written.PlayerChanged;
  'seat.changed': Written.SeatChanged;
  'note.written': Written.NoteWritten;
  'budget.exhausted': ExhaustedPayload;
  'cast.called': Written.CastCalled;
  'round.started': Omit<StartedPayload, 'by'>;
  'round.failed': FailedPayload;
  'round.rolledback': Written.RolledBack;
  'round.audited': RoundRecord;
  'memory.recalled': Written.MemoryRecalled;
  'memory.written': Written.MemoryWritten & Adventure.NotePayload;
  'director.completed': Written.DirectorCompleted;
  'state.updated': Written.StateUpdated;
  'world.updated': Written.WorldUpdated;
  'cast.exited': Written.CastExited;
  'character.delta': Delta['payload'];
  'character.spoke': Written.CharacterSpoke;
  'character.thought': Written.CharacterThought;
  'character.skipped': Written.CharacterSkipped;
  'line.edited': Written.LineEdited;
  'summary.written': Written.SummaryWritten;
  'game.dealt': Written.GameDealt & Written.WordDealt;
  'judge.ruled': Written.JudgeRuled;
  'run.finished': Written.SceneFinished;
  'turn.started': StartedPayload;
  'turn.failed': FailedPayload;
  'game.reset': ResetPayload;
  'action.executed': ExecutedPayload;
  'action.refused': RefusedPayload;
  'action.requested': RequestPayload;
  'observation.received': ObservationPayload;
  'hud.learned': HudPayload;
  'level.completed': LevelPayload;
  'frame.captured': FramePayload;
  'episode.started': Adventure.EpisodeStartedPayload;
  'episode.completed': Adventure.EpisodeCompletedPayload;
  'command.given': Adventure.CommandGivenPayload;
  'command.proposed': Adventure.ProposedPayload;
  'critic.rejected': Adventure.RuledPayload & { override: null };
  'critic.accepted': Adventure.RuledPayload;
  'command.executed': Adventure.ExecutedCommandPayload;
  'agent.answered': Adventure.AgentAnsweredPayload;
  'objective.added': Adventure.ObjectiveAddedPayload;
  'objective.completed': Adventure.ObjectiveEndedPayload;
  'objective.merged': Adventure.ObjectiveMergedPayload;
  'objective.dropped': Adventure.ObjectiveEndedPayload;
  'objective.changed': Adventure.ObjectiveChangedPayload;
  'objective.refused': Adventure.ObjectiveRefusedPayload;
  'stuck.warned': Adventure.StuckPayload;
  'knowledge.written': Adventure.KnowledgeWrittenPayload;
  'knowledge.updated': KnowledgePayload & { previousStatus: ActionStatus; provider: string };
}
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Documented<K extends EventKind> = z.output<(typeof CATALOGUE)[K]['payload']>;
type Value<T, F> = F extends keyof T ? Exclude<T[F], undefined> : never;
/** Fields of which the code may write what the schema does not allow. */
type Narrower<K extends keyof Payloads> = {
  [F in keyof Payloads[K]]-?: [Value<Payloads[K], F>] extends [Value<Documented<K>, F>] ? never : F;
}[keyof Payloads[K]];
type Drifts = {
  [K in keyof Payloads]: Equal<keyof Documented<K>, keyof Payloads[K]> extends true ? Narrower<K> : 'fields';
};
/** A kind whose documented fields are not those of its type, or have another type, does not compile here. */
type Drifted = { [K in keyof Drifts]: [Drifts[K]] extends [never] ? never : [K, Drifts[K]] }[keyof Drifts];
const drifted: never[] = [] as Drifted[];

const fieldsOf = (kind: EventKind): [name: string, schema: z.ZodType][] =>
  Object.entries(CATALOGUE[kind].payload.shape);

/** How a meaning says that a field need not be there. */
const SAYS_WHEN =
  /absent|^(?:for the owner|for a player|of a game|by a (?:model|retry)|by hand|with `undone`|in a (?:run|scene))/;

/** Written by no engine: `test/workers` has them. */
const OF_ROOMS: EventKind[] = ['character.delta', 'webhook.disabled'];

describe('what is written of events', () => {
  let played: { scene: Event[]; run: Event[] };
  beforeAll(async () => {
    played = await playEverything();
  });

  it('has the fields of every payload type', () => {
    expect(drifted).toEqual([]);
  });

  it('covers every kind, and every kind but those of rooms was played here', () => {
    expect(Object.keys(CATALOGUE).sort()).toEqual([...EVENT_KINDS].sort());
    const seen = new Set([...played.scene, ...played.run].map(({ kind }) => kind));
    expect(EVENT_KINDS.filter((kind) => !seen.has(kind)).sort()).toEqual([...OF_ROOMS].sort());
  });

  it.each(['scene', 'run'] as const)('describes every payload that the events of a %s have', (room) => {
    for (const { kind, payload } of played[room]) {
      expect([kind, ['both', room]]).toEqual([kind, expect.arrayContaining([CATALOGUE[kind].rooms])]);
      expect([kind, payloadComplaints(kind, payload)]).toEqual([kind, []]);
    }
  });

  it('says of every field what it means, and of those that can be absent when they are', () => {
    for (const kind of EVENT_KINDS) {
      for (const [field, schema] of fieldsOf(kind)) {
        const { description = '' } = schema;
        expect([kind, field, description]).not.toEqual([kind, field, '']);
        expect([kind, field, SAYS_WHEN.test(description)]).toEqual([
          kind,
          field,
          schema.safeParse(undefined).success,
        ]);
      }
    }
  });

  it('says for whom an event is when not everyone may see it', () => {
    for (const { kind, audience } of [...played.scene, ...played.run]) {
      if (audience.includes('*')) continue;
      const { audience: said = '' } = CATALOGUE[kind] as { audience?: string };
      const who = audience[0]?.replace(/^(character|persona):.*/, '$1:') ?? '';
      expect([kind, said]).toEqual([kind, expect.stringContaining(who)]);
    }
  });
});
