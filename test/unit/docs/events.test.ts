import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type * as Adventure from '../../../src/adventure/payloads';
import { decideAdd, decideChange, decideCommand, decideDrop } from '../../../src/adventure/people';
import type { SceneChange } from '../../../src/contract/change-scene';
import { characterInput, newScene } from '../../../src/contract/create-scene';
import { EVENT_DOCS } from '../../../src/contract/event-docs';
import {
  type Delta,
  EVENT_KINDS,
  type Event,
  type EventDraft,
  type EventKind,
} from '../../../src/contract/events';
import type { Result } from '../../../src/contract/problems';
import type { ActionStatus } from '../../../src/contract/run-knowledge';
import type {
  ExecutedPayload,
  FramePayload,
  KnowledgePayload,
  ResetPayload,
} from '../../../src/explore/payloads';
import type { BuiltinGame, GameStep } from '../../../src/games/game';
import { NOTHING } from '../../../src/money/cost';
import type { ExhaustedPayload } from '../../../src/money/exhausted';
import type { FailedPayload, StartedPayload } from '../../../src/rooms/rounds';
import { requestRound, startAutonomy, stopAutonomy } from '../../../src/scene/autonomy';
import { callNext, editLine, regenerateLine, rollBack } from '../../../src/scene/by-hand';
import { changeEvents } from '../../../src/scene/change';
import { forkPast } from '../../../src/scene/fork';
import { revealLines } from '../../../src/scene/hidden-lines';
import type * as Written from '../../../src/scene/payloads';
import type { RoundRecord } from '../../../src/scene/record';
import { reduceScene } from '../../../src/scene/reduce';
import { inviteSeat, join, recastSeat, revokeSeat, takeSeat } from '../../../src/scene/seats';
import type { SceneState } from '../../../src/scene/state';
import { turnEvents } from '../../../src/scene/turns';
import { createAdventureRoom, playTurns, typing } from '../../support/adventure-run';
import { payloadComplaints } from '../../support/async-messages';
import { createMemoryRun, playOneTurn, playToEnd } from '../../support/explore-run';
import { act, INN, live, openScene, PROFILES, type Room, UNDERSTUDY } from '../scene/play';

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
  'autonomy.ended': Written.AutonomyEnded;
  'player.joined': Written.PlayerThere;
  'player.left': Written.PlayerLeft;
  'player.changed': Written.PlayerChanged;
  'seat.changed': Written.SeatChanged;
  'note.written': Written.NoteWritten;
  'budget.exhausted': ExhaustedPayload;
  'cast.called': Written.CastCalled;
  'round.started': StartedPayload;
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
type Documented<K extends EventKind> = z.output<(typeof EVENT_DOCS)[K]['payload']>;
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
  Object.entries(EVENT_DOCS[kind].payload.shape);

/** How a meaning says that a field need not be there. */
const SAYS_WHEN =
  /absent|^(?:for the owner|for a player|of a game|by a (?:model|retry)|by hand|with `undone`|in a (?:run|scene))/;

const at = (room: Room) => (round: number) => {
  const start = room.ledger.find((event) => event.kind === 'round.started' && event.round === round);
  const past = room.ledger.filter(({ seq }) => seq < (start?.seq ?? 0));
  const before = past.reduce<SceneState | null>((state, event) => reduceScene(state, event), null);
  return before && start ? { before, startSeq: start.seq } : null;
};
const must = <T>(result: { ok: true; value: T } | { ok: false; failure: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
};

const SEAT = { role: 'player' as const, label: '', invitationHours: 1, seatHours: null };

/** A change of all that is for the owner alone. */
const EVERYTHING: SceneChange = {
  scenario: 'x',
  notes: { scene: 'x' },
  world: { fire: null },
  trackers: { hope: '1' },
  lorebooks: [],
  settings: { thoughts: false },
  historyWindow: 9,
  personas: { add: [{ name: 'Kit', description: '' }] },
  characters: { add: [characterInput.parse({ name: 'Eve' })], change: { ada: { mood: 'x' } } },
};

/** A scene in which everything happens that a scene with a director can come to. */
async function playScene(): Promise<Event[]> {
  const settings = { worldAgent: true, summarizeAfter: 2 };
  const room = openScene(newScene.parse({ ...INN, settings, opening: { text: 'Rain.' } }));
  const update = (field: string) => ({ id: 'ada', field, value: 'x' });
  const fact = [{ key: 'fire', value: null }];
  room.say({ to: ['ada'] });
  await room.play({
    'director.1': {
      actingCharacters: [act('ada'), act('bo')],
      activations: [{ id: 'dee', entryGuidance: 'in' }],
      deactivations: [{ id: 'cy', exitGuidance: 'out' }],
      stateUpdates: [update('mood'), update('intentions')],
      worldUpdates: fact,
    },
    ada: { kind: 'say', text: 'A line.', thought: 'A thought.' },
    bo: new Error('no answer'),
  });
  const seats = [
    (state: SceneState) => inviteSeat(state, { ...SEAT, persona: 'mara' }, 'seat_000000000000', 0),
    (state: SceneState) => {
      const taken = takeSeat(state, 'seat_000000000000', 'Frieda', 1);
      return taken.ok ? { ok: true as const, value: taken.value.drafts } : taken;
    },
    (state: SceneState) => recastSeat(state, 'seat_000000000000', 'jo', 2),
    ({ seats: { seat_000000000000: seat }, ...state }: SceneState) => ({
      ok: true as const,
      value: seat ? [join({ ...state, seats: {} }, seat)] : [],
    }),
    (state: SceneState) => revokeSeat(state, 'seat_000000000000', 3),
  ];
  for (const decide of seats) room.append(must<EventDraft[]>(decide(room.state)));
  room.append(must(callNext(room.state, { character: 'ada', skip: [] })));
  const line = room.ledger.find(({ kind, actor }) => kind === 'character.spoke' && actor === 'character:ada');
  room.append(must(editLine(room.state, live(line), 'Another line.')));
  room.append(must(regenerateLine(room.state, live(line))));
  await room.play();
  room.append([
    { kind: 'round.requested', actor: 'system', payload: { type: 'narration', to: [], text: 'Rain' } },
  ]);
  await room.play();
  room.memory.fails = 'gone';
  room.say('continue');
  await room.play();
  room.say({});
  await room.play({ 'director.1': new Error('no answer') });
  const profiles = { director: PROFILES.director };
  room.append(must(changeEvents(room.state, { title: 'Another', ...EVERYTHING }, profiles)));
  room.append(must(changeEvents(room.state, { turnMode: 'gather', hideLines: true })));
  const hidden = { type: 'user' as const, text: 'A.', personaId: 'mara', to: ['ada', 'persona:jo'] };
  room.append(must(turnEvents(room.state, { ...hidden, whisper: true }, false)));
  room.append(must(turnEvents(room.state, { type: 'continuation', to: [] }, true)));
  const waiting = room.state.queue.map(({ seq }) => seq);
  room.append(revealLines(room.state, waiting));
  room.append(must(startAutonomy(room.state, { rounds: 2, pauseSeconds: 1, budget: { calls: 3 } }, NOTHING)));
  room.append([requestRound(), ...stopAutonomy(room.state)]);
  room.append(must(rollBack(room.state, 1, at(room))));
  const { first } = forkPast('scn_1', { past: room.ledger, later: [], round: 1 }, {});
  room.append(first);
  return room.ledger;
}

async function playGame(): Promise<Event[]> {
  const room = openScene(newScene.parse({ template: 'bluff' }));
  for (let i = 0; i < 3; i += 1) {
    room.say({ personaId: 'host' });
    await room.play(UNDERSTUDY);
  }
  return room.ledger;
}

/** A game in which every action completes a level. */
const climb = (levelsCompleted: number): GameStep => ({
  snapshot: { levelsCompleted },
  frames: ['10'],
  state: 'NOT_FINISHED',
  levelsCompleted,
  availableActions: ['ACTION1'],
});
const stairs: BuiltinGame = {
  info: { id: 'stairs', title: 'Stairs', kind: 'grid', description: '', actions: [], rows: 1, cols: 2 },
  start: () => climb(0),
  restart: () => climb(0),
  act: ({ levelsCompleted }) => climb(Number(levelsCompleted) + 1),
};

async function playRuns(): Promise<Event[]> {
  const run = createMemoryRun();
  await playToEnd(run);
  const failing = createMemoryRun({
    answer: () => {
      throw new Error('no answer');
    },
  });
  await playOneTurn(failing);
  const climbing = createMemoryRun({ game: 'stairs' });
  await playOneTurn(climbing, { stairs });
  const clicking = createMemoryRun({ game: 'dials' });
  await playToEnd(clicking);
  const fuelled = createMemoryRun({ game: 'fuel-run' });
  await playToEnd(fuelled);
  const moody = createMemoryRun({ game: 'arc3:moody' });
  await playOneTurn(moody, {}, () => ({
    afterCut: 'doubted',
    begin: () => ({ kind: 'step', step: climb(0), note: null }),
    act: () => ({ kind: 'refused', message: 'not now' }),
  }));
  const ledgers = [run, failing, climbing, clicking, fuelled, moody].map(({ ledger }) => ledger);
  return ledgers.flat();
}

/** An adventure in which everything happens once, people's doings among it. */
async function playAdventures(): Promise<Event[]> {
  const goal = (text: string) => ({ text, priority: 'normal' as const, parent: null });
  const room = await createAdventureRoom({
    answers: {
      adventurer: typing([
        { action: 'look', new_objective: goal('find the key of the oak door') },
        { action: 'look', new_objective: goal('find the key of the oak door') },
        { action: 'north', new_objective: goal('light the lantern') },
        { action: 'look', new_objective: goal('get the lantern lit') },
        { action: 'inventory', complete_objective: 'A1' },
      ]),
      critic: ({ command }) => ({ score: command === 'north' ? -1 : 1, reason: 'because' }),
      chronicler: ({ state }) => ({ keep: state.rounds === 1, category: 'note', text: 'A lane.' }),
      refinement: () => ({ merge: [{ into: 'A2', from: ['A3'] }] }),
      scholar: () => ({ knowledge: 'A mill.' }),
      extractor: ({ state }) => {
        if (state.rounds === 2) throw new Error('nothing usable');
        return { summary: 'A lane.' };
      },
    },
    options: { refineAbove: 1, stuckAfter: 16, synthesizeEvery: 4 },
  });
  const decide = (made: Result<EventDraft[]>) => room.append(must(made));
  decide(decideAdd(room.state, { text: 'see the sea', priority: 'low', parent: null }));
  decide(decideAdd(room.state, { text: 'pet the cat', priority: 'low', parent: null }));
  decide(decideChange(room.state, 'P1', { text: 'see the open sea' }));
  decide(decideDrop(room.state, 'P2'));
  decide(decideCommand(room.state, { command: 'dance', mode: 'suggest' }));
  await playTurns(room, 40);
  return room.ledger;
}

/** Written by rooms, not by engines: `test/workers` has them. */
const OF_ROOMS: EventKind[] = [
  ...(['character.delta', 'round.cancelled', 'note.written', 'budget.exhausted'] as const),
  ...(['run.changed', 'run.paused', 'run.resumed', 'turn.cancelled'] as const),
  ...(['action.requested', 'observation.received'] as const),
  'webhook.disabled',
];

describe('what is written of events', () => {
  const played: { scene: Event[]; run: Event[] } = { scene: [], run: [] };
  beforeAll(async () => {
    played.scene = [...(await playScene()), ...(await playGame())];
    played.run = [...(await playRuns()), ...(await playAdventures())];
  });

  it('has the fields of every payload type', () => {
    expect(drifted).toEqual([]);
  });

  it('covers every kind, and every kind but those of rooms was played here', () => {
    expect(Object.keys(EVENT_DOCS).sort()).toEqual([...EVENT_KINDS].sort());
    const seen = new Set([...played.scene, ...played.run].map(({ kind }) => kind));
    expect(EVENT_KINDS.filter((kind) => !seen.has(kind)).sort()).toEqual([...OF_ROOMS].sort());
  });

  it.each(['scene', 'run'] as const)('describes every payload that the events of a %s have', (room) => {
    for (const { kind, payload } of played[room]) {
      expect([kind, ['both', room]]).toEqual([kind, expect.arrayContaining([EVENT_DOCS[kind].rooms])]);
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
      const { audience: said = '' } = EVENT_DOCS[kind] as { audience?: string };
      const who = audience[0]?.replace(/^(character|persona):.*/, '$1:') ?? '';
      expect([kind, said]).toEqual([kind, expect.stringContaining(who)]);
    }
  });
});
