import { expect } from 'vitest';
import { ADVENTURE_ACTIONS } from '../../../src/adventure/actions';
import {
  decideAdd,
  decideChange,
  decideCommand,
  decideDrop,
  decideRestore,
  decideSave,
} from '../../../src/adventure/people';
import { NOTHING } from '../../../src/billing/cost';
import { describeExhausted } from '../../../src/billing/exhausted';
import type { SceneChange } from '../../../src/contract/change-scene';
import { characterInput, newScene } from '../../../src/contract/create-scene';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import { showHandout } from '../../../src/contract/handouts';
import { lorebook } from '../../../src/contract/lore';
import type { Shortage } from '../../../src/contract/money';
import { postObservation } from '../../../src/contract/observations';
import type { Result } from '../../../src/contract/problems';
import { GRID_ACTIONS } from '../../../src/grid/actions';
import { acceptMove } from '../../../src/grid/moves';
import { acceptObservation } from '../../../src/grid/observe';
import { UNDERSTUDY_PROFILE } from '../../../src/model/understudy-profile';
import { Waiting } from '../../../src/room/step-context';
import { decideControl, type Verb } from '../../../src/runs/control';
import { forkPast as forkRun } from '../../../src/runs/fork';
import { corridor } from '../../../src/runs/games/builtin/corridor';
import type { GameDriver } from '../../../src/runs/games/driver';
import type { BuiltinGame, GameStep } from '../../../src/runs/games/game';
import { readFramePng } from '../../../src/runs/picture/read-png';
import { SCENE_ACTIONS } from '../../../src/scene/actions';
import {
  chooseWording,
  continueLine,
  editLine,
  hideLine,
  regenerateLine,
  rollbackRound,
  showLine,
} from '../../../src/scene/actions/lines';
import { cancelRound } from '../../../src/scene/actions/rounds';
import { approvePlan } from '../../../src/scene/approval';
import { requestRound, startAutonomy, stopAutonomy } from '../../../src/scene/autonomy';
import { forkPast } from '../../../src/scene/fork';
import { handoutEvents } from '../../../src/scene/handouts';
import { revealLines } from '../../../src/scene/hidden-lines';
import { chooseNextSpeaker } from '../../../src/scene/round/next-speaker';
import { acceptSeat, inviteSeat, join, recastSeat, revokeSeat, seatNote } from '../../../src/scene/seats';
import { changeEvents } from '../../../src/scene/setup/change';
import type { SceneState } from '../../../src/scene/state';
import { draftEvents, rollEvents, turnEvents } from '../../../src/scene/turns';
import { doEvery } from '../../support/action-inputs';
import { createAdventureRoom, playTurns } from '../../support/adventure-run';
import { maze, RIGHT_PROGRAM } from '../../support/code-world';
import { answerAsUnderstudy, createMemoryRun, playedRun, playOneTurn } from '../../support/explore-run';
import { Unreachable } from '../../support/memory-room';
import { must } from '../../support/must';
import {
  act,
  INN,
  live,
  openScene,
  PROFILES,
  scene,
  stateBefore,
  UNDERSTUDY,
} from '../../support/play-scene';

/** Rooms that together write every event of the engines. */

const SEAT = { role: 'player' as const, label: '', invitationHours: 1, forMany: false, seatHours: null };

const EVERYTHING: SceneChange = {
  scenario: 'x',
  notes: { scene: 'x' },
  world: { fire: null },
  trackers: { hope: '1' },
  lorebooks: [{ id: null, book: lorebook.parse({ name: 'Inns', entries: [{ id: '1' }] }) }],
  settings: { thoughts: false },
  historyWindow: 9,
  personas: { add: [{ name: 'Kit', description: '' }] },
  characters: { add: [characterInput.parse({ name: 'Eve' })], change: { ada: { mood: 'x' } } },
};

function spend(what: Shortage['what'], budget: Shortage['budget']): EventDraft[] {
  const shortage = { budget, what, limit: 5, used: 4, reserved: 0, need: 2, period: 'total' as const };
  const stateBefore = { room: 'scn_1', tenant: 'local', seat: 'seat_000000000000', currency: 'EUR' };
  const payload = describeExhausted(shortage, stateBefore);
  return [{ kind: 'budget.exhausted', actor: 'system', audience: ['owner'], payload }];
}

async function playScene(): Promise<Event[]> {
  const settings = { worldAgent: true, summarizeAfter: 2 };
  const [ada, ...others] = INN.characters ?? [];
  const characters = [{ ...ada, description: 'Ada waits. '.repeat(60) }, ...others];
  const room = openScene(scene({ characters, settings, opening: { text: 'Rain.' } }));
  const update = (field: string) => ({ id: 'ada', field, value: 'x' });
  const fact = [{ key: 'fire', value: null }];
  await room.hear(
    { to: ['ada'] },
    {
      'director.1': {
        actingCharacters: [act('ada'), act('bo')],
        activations: [{ id: 'dee', entryGuidance: 'in' }],
        deactivations: [{ id: 'cy', exitGuidance: 'out' }],
        stateUpdates: [update('mood'), update('intentions')],
        worldUpdates: fact,
      },
      ada: { kind: 'say', text: 'A line.', thought: 'A thought.' },
      bo: new Error('no answer'),
    },
  );
  const seats = [
    (state: SceneState) => inviteSeat(state, { ...SEAT, persona: 'mara' }, 'seat_000000000000', 0),
    (state: SceneState) => {
      const taken = acceptSeat(state, 'seat_000000000000', 'Frieda', 1);
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
  room.append(must(chooseNextSpeaker(room.state, { character: 'ada', skip: [] })));
  const line = room.ledger.find(({ kind, actor }) => kind === 'character.spoke' && actor === 'character:ada');
  room.append(must(editLine(room.state, live(line), 'Another line.')));
  room.append(must(regenerateLine(room.state, live(line))));
  await room.play();
  room.append(must(continueLine(room.state, live(line))));
  await room.play();
  room.append(must(chooseWording(room.state, live(line), 0)));
  for (const mark of ['hidden', 'deleted'] as const)
    room.append(must(hideLine(room.state, live(line), mark)));
  room.append(must(showLine(room.state, live(line))));
  const handout = showHandout.parse({ title: 'A map', to: ['mara'], knownToCast: true });
  room.append(must(handoutEvents(room.state, handout)));
  room.append(must(rollEvents(room.state, { notation: '2d6+1', personaId: 'mara' })));
  room.append(must(draftEvents(room.state, { personaId: 'mara', direction: 'Ask.' })));
  await room.play();
  room.append([
    { kind: 'round.requested', actor: 'system', payload: { type: 'narration', to: [], text: 'Rain' } },
  ]);
  await room.play();
  room.memory.fails = 'gone';
  await room.hear({ type: 'continuation' });
  room.memory.fails = null;
  const fields = ['openGuidance', 'activations', 'deactivations', 'stateUpdates', 'worldUpdates', 'trackers'];
  const plan = Object.fromEntries(fields.map((field) => [field, null]));
  await room.round({ 'director.1': { ...plan, actingCharacters: [act('ada', { order: 1 })] } });
  await room.round({ 'director.1': new Unreachable('no answer') });
  const profiles = { director: PROFILES.director };
  room.append(must(changeEvents(room.state, { title: 'Another', ...EVERYTHING }, profiles)));
  room.append(must(changeEvents(room.state, { turnMode: 'gather', hideLines: true })));
  const hidden = { type: 'user' as const, text: 'A.', personaId: 'mara', to: ['ada', 'persona:jo'] };
  room.append(must(turnEvents(room.state, { ...hidden, whisper: true }, 'seat')));
  room.append(must(turnEvents(room.state, { type: 'continuation', to: [] }, 'owner')));
  const waiting = room.state.queue.map(({ seq }) => seq);
  room.append(revealLines(room.state, waiting));
  room.append(must(startAutonomy(room.state, { rounds: 2, pauseSeconds: 1, budget: { calls: 3 } }, NOTHING)));
  room.append([requestRound(), ...stopAutonomy(room.state)]);
  room.append(must(rollbackRound(room.state, 1, stateBefore(room))));
  const { first } = forkPast('scn_1', { past: room.ledger, later: [], round: 1 }, {});
  room.append([...first, seatNote(null, 'They lie.'), ...spend('money', 'seat')]);
  room.open('round.started', room.state.rounds + 1, 'seed');
  room.append(must(cancelRound(room.state)));
  return room.ledger;
}

async function playApproval(): Promise<Event[]> {
  const room = openScene(scene({ settings: { approvePlans: true } }));
  room.say({});
  expect(await room.play().catch((error) => error)).toBeInstanceOf(Waiting);
  room.append(must(approvePlan(room.state, 1, {})));
  return room.ledger;
}

async function playGame(): Promise<Event[]> {
  const room = openScene(newScene.parse({ template: 'bluff' }));
  for (let i = 0; i < 3; i += 1) {
    await room.hear({ personaId: 'host' }, UNDERSTUDY);
  }
  return room.ledger;
}

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
  const run = await playedRun();
  const failing = createMemoryRun({
    answer: () => {
      throw new Unreachable('no answer');
    },
  });
  await playOneTurn(failing);
  const climbing = createMemoryRun({ game: 'stairs' });
  await playOneTurn(climbing, { stairs });
  const clicking = await playedRun({ game: 'dials' });
  const fuelled = await playedRun({ game: 'fuel-run' });
  const moody = createMemoryRun({ game: 'arc3:moody' });
  await playOneTurn(moody, {}, () => ({
    afterCut: 'doubted',
    begin: () => ({ kind: 'step', step: climb(0), note: null }),
    act: () => ({ kind: 'refused', message: 'not now' }),
  }));
  const writing = await playedRun(
    {
      game: 'maze',
      world: 'code',
      profiles: { explorer: UNDERSTUDY_PROFILE, analyst: { ...UNDERSTUDY_PROFILE, provider: 'fake' } },
      budgets: { actions: 9 },
      answer: (ask) =>
        ask.purpose === 'world_program' ? { source: RIGHT_PROGRAM } : answerAsUnderstudy(ask),
    },
    { maze },
  );
  const ledgers = [
    ...[run, failing, writing, climbing, clicking, fuelled, moody],
    ...[await playLost(), await playByHand(), await playPushed()],
  ].map(({ ledger }) => ledger);
  return ledgers.flat();
}

async function playLost() {
  const room = createMemoryRun({ game: 'arc3:lost' });
  let sent = 0;
  const remote = (): GameDriver => ({
    afterCut: 'doubted',
    begin: () => ({ kind: 'step', step: corridor.start('s1'), note: null, ...(sent > 0 && { anew: true }) }),
    act: (snapshot, action) => {
      sent += 1;
      return sent === 4
        ? { kind: 'refused', message: 'no session', gone: true }
        : { kind: 'step', step: corridor.act(snapshot, action), note: null };
    },
  });
  for (let n = 0; n < 5; n += 1) await playOneTurn(room, {}, remote);
  return room;
}

async function playByHand() {
  const room = createMemoryRun();
  room.append(must(decideControl(room.state, 'pause')));
  for (const action of ['RESET', 'ACTION4'] as const) {
    room.append(must(acceptMove(room.state, { action })));
    await playOneTurn(room);
  }
  return room;
}

/** A run with a game at the caller, which its owner pauses, forks and stops. */
async function playPushed() {
  const room = createMemoryRun({ game: 'pushed' });
  const wait = async () => expect(await playOneTurn(room).catch((error) => error)).toBeInstanceOf(Waiting);
  const control = (verb: Verb) => room.append(must(decideControl(room.state, verb)));
  await wait();
  const shown = postObservation.parse({ frames: [[1, 0]] });
  room.append(must(acceptObservation(room.state, shown, readFramePng)));
  await wait();
  control('pause');
  control('resume');
  const budgets = { actions: 9, money: 1 };
  room.append(forkRun('run_1', { past: room.ledger, turn: 1 }, { budgets }).first);
  room.append(spend('calls', 'room'));
  control('stop');
  return room;
}

/** An adventure with every event once, including a person's actions. */
async function playAdventures(): Promise<Event[]> {
  const goal = (text: string) => ({ text, priority: 'normal' as const, parent: null });
  const room = await createAdventureRoom({
    commands: [
      { action: 'look', new_objective: goal('reach the mill yard') },
      { action: 'look', new_objective: goal('reach the mill yard') },
      { action: 'north', new_objective: goal('light the lantern') },
      { action: 'look', new_objective: goal('get the lantern lit') },
      { action: 'east', complete_objective: 'A1' },
    ],
    answers: {
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
  await playTurns(room, 1);
  decide(decideSave(room.state, { name: 'the lane' }));
  const eventsOf = (turn: number) => room.ledger.filter((event) => event.turn === turn);
  decide(decideRestore(room.state, { save: 'the lane' }, eventsOf));
  await playTurns(room, 40);
  return room.ledger;
}

export async function playEverything(): Promise<{ scene: Event[]; run: Event[] }> {
  return {
    scene: [
      ...(await playScene()),
      ...(await playApproval()),
      ...(await playGame()),
      ...(await doEvery(SCENE_ACTIONS, async () => openScene())),
    ],
    run: [
      ...(await playRuns()),
      ...(await playAdventures()),
      ...(await doEvery(GRID_ACTIONS, async () => createMemoryRun())),
      ...(await doEvery(ADVENTURE_ACTIONS, () => createAdventureRoom())),
    ],
  };
}
