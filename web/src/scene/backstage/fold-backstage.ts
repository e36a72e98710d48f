import { answererKind } from '../../../../src/base/answerer';
import { isObject, type Json, type JsonObject } from '../../../../src/base/json';
import type { PromptUse } from '../../../../src/contract/context';
import type { Event } from '../../../../src/contract/events/events';
import type { Round } from '../../../../src/contract/rounds';
import { termLabel } from '../../words/terms';
import { isStep, listDirectives, type Names, STEP_STATE, stepKey } from '../lines/fold-scene';
import { actorId } from '../who';

/** The director's guidance for one character. */
export interface DirectedLine {
  id: string;
  name: string;
  guidance: string;
  /** `first`, `position 2`, `priority 3` …; empty when the director set none. */
  place: string;
}
/** A change that the director asked for; `value` null clears. */
export interface Change {
  what: string;
  value: string | null;
}
/** One pass of the director: its answer, and the service's use of it. */
export interface PassShown {
  pass: number;
  title: string;
  provider: string;
  model?: string;
  rung: string;
  openGuidance: string;
  /** Null: the director left the choice to the service. */
  chosen: DirectedLine[] | null;
  coming: DirectedLine[];
  leaving: DirectedLine[];
  changes: Change[];
  /** Names in the order of acting, simultaneous ones together; null until the round closes. */
  order: string[][] | null;
  /** Decisions that the service corrected. */
  audited: string[];
}

/** A change inferred from the lines, and whether the director also requested it. */
interface InferredChange extends Change {
  evidence: string;
  taken: boolean;
}

/** The prompt of one agent. */
export interface AgentShown {
  step: string;
  name: string;
  ok: boolean;
  provider: string;
  rung: string;
  calls: number;
  promptTokens: number;
  completionTokens: number;
  prompt: PromptUse | null;
}

export interface Thought {
  seq: number;
  actor: string;
  name: string;
  pass: number;
  text: string;
}

const objects = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const strings = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const textIn = (object: JsonObject, name: string): string =>
  typeof object[name] === 'string' ? object[name] : '';
const numberIn = (object: JsonObject, name: string): number =>
  typeof object[name] === 'number' ? object[name] : 0;
const called = (names: Names, id: string): string => names.get(id) ?? id;

/** Reads the passes of a round, with their audit record once there is one. */
export function readPasses(round: Round, names: Names): PassShown[] {
  const records = objects(round.record?.passes);
  return round.passes.map(({ pass, rung, plan, audited, ...answer }) => {
    const record = records.find((one) => one.pass === pass);
    const listDirected = (list: JsonObject[], guidance: string): DirectedLine[] =>
      list.map((one) => ({
        id: textIn(one, 'id'),
        name: called(names, textIn(one, 'id')),
        guidance: textIn(one, guidance),
        place: describePlace(one),
      }));
    const choice = pass === 1 ? plan.actingCharacters : plan.remainingActors;
    return {
      pass,
      title: pass === 1 ? 'First pass: who acts' : 'Second pass: updates to the world',
      ...answererKind(answer),
      rung,
      openGuidance: textIn(plan, 'openGuidance'),
      chosen: Array.isArray(choice) ? listDirected(objects(choice), 'guidance') : null,
      coming: listDirected([...objects(plan.activations), ...objects(plan.newActivations)], 'entryGuidance'),
      leaving: listDirected(objects(plan.deactivations), 'exitGuidance'),
      changes: readChanges(plan, names),
      order: record
        ? (Array.isArray(record.acting) ? record.acting : []).map((group) =>
            objects(group).map((one) => called(names, textIn(one, 'id'))),
          )
        : null,
      audited,
    };
  });
}

/** Formats the director's acting order; equal numbers act simultaneously. */
function describePlace({ order, priority }: JsonObject): string {
  if (typeof order === 'number') return `position ${order}`;
  return typeof priority === 'number' ? `priority ${priority}` : '';
}

function readChanges(plan: JsonObject, names: Names): Change[] {
  const value = (one: JsonObject) => (typeof one.value === 'string' ? one.value : null);
  const facts = (list: Json | undefined, of: string) =>
    objects(list).map((one) => ({ what: `${of}: ${textIn(one, 'key')}`, value: value(one) }));
  return [
    ...objects(plan.stateUpdates).map((one) => ({ what: describeField(one, names), value: value(one) })),
    ...facts(plan.worldUpdates, termLabel('world')),
    ...facts(plan.trackers, termLabel('tracker')),
  ];
}

const describeField = (one: JsonObject, names: Names): string =>
  `${called(names, textIn(one, 'id'))}: ${textIn(one, 'field')}`;

/** Lists the changes that the lines suggested to the second pass. */
export function readInferred(round: Round, names: Names): InferredChange[] {
  const key = (one: JsonObject) => JSON.stringify([one.id, one.field, one.value]);
  const second = objects(round.record?.passes).find((one) => one.pass === 2);
  const takenKeys = new Set(objects(second?.updates).map(key));
  return objects(round.record?.suggested).map((one) => ({
    what: describeField(one, names),
    value: textIn(one, 'value'),
    evidence: textIn(one, 'evidence'),
    taken: takenKeys.has(key(one)),
  }));
}

/** Lists decisions of the service, characters that did not act, and failures that did not fail the round. */
export const readNotes = (round: Round): string[] => strings(round.record?.notes);

/** Lists the agents of the round, in order. Empty until it closes. */
export function readAgents(round: Round, names: Names): AgentShown[] {
  return objects(round.record?.agents).map((one) => {
    const usage = isObject(one.usage) ? one.usage : {};
    return {
      step: textIn(one, 'step'),
      name: nameAgent(textIn(one, 'agent'), names),
      ok: one.ok === true,
      provider: textIn(one, 'provider'),
      rung: textIn(one, 'rung'),
      calls: numberIn(one, 'calls'),
      promptTokens: numberIn(usage, 'promptTokens'),
      completionTokens: numberIn(usage, 'completionTokens'),
      prompt: isObject(one.prompt) ? (one.prompt as unknown as PromptUse) : null,
    };
  });
}

/** Names an agent: `character:mara` → `Mara`, `director` → `Director`. */
function nameAgent(agent: string, names: Names): string {
  if (agent.startsWith('character:')) return called(names, actorId(agent));
  return agent.charAt(0).toUpperCase() + agent.slice(1);
}

/** Returns the private thoughts among the events of a round's timeline. */
export function readThoughts(events: readonly Event[], round: Round): Thought[] {
  const own = new Set(round.events);
  return events.flatMap(({ seq, kind, actor, payload }) =>
    kind === 'character.thought' && own.has(seq)
      ? {
          seq,
          actor,
          name: payload.name,
          pass: payload.pass,
          text: payload.text,
        }
      : [],
  );
}

/** Details of a step of the running round: its duration and its agent's guidance. */
export interface StepDetail {
  /** Milliseconds from the beginning of the step to its end; null while it is going on. */
  took: number | null;
  /** The director's guidance for the character; empty for others, and for viewers who may not see it. */
  guidance: string;
}

/** Returns details by the key of a step of `readProgress`. Only the newest try of a step counts. */
export function readSteps(events: readonly Event[], n: number): Map<string, StepDetail> {
  const details = new Map<string, StepDetail>();
  const startTimes = new Map<string, number>();
  const detail = (key: string): StepDetail => {
    const stepDetail = details.get(key) ?? { took: null, guidance: '' };
    details.set(key, stepDetail);
    return stepDetail;
  };
  for (const event of events) {
    if (event.round !== n || !isStep(event)) continue;
    const key = stepKey(event);
    const state = STEP_STATE[event.kind];
    const start = startTimes.get(key);
    if (state === 'running') {
      startTimes.set(key, Date.parse(event.at));
      detail(key).took = null;
    } else if (start !== undefined) detail(key).took = Date.parse(event.at) - start;
    if (event.kind !== 'director.completed') continue;
    for (const { id, guidance } of listDirectives(event.payload.plan))
      if (guidance) detail(`${id}.${event.payload.pass}`).guidance = guidance;
  }
  return details;
}

/** Tokens of each round of the last prompts, oldest first. */
interface RoundTokens {
  n: number;
  prompts: number;
  /** Counted by the service, since canned replies have no other count. */
  sent: number;
  /** Counted by the provider: prompt and reply. */
  billed: number;
}

export function sumRounds(
  prompts: readonly {
    round: number;
    promptTokens: number;
    completionTokens: number;
    prompt: { total: number };
  }[],
): RoundTokens[] {
  const rounds = new Map<number, RoundTokens>();
  for (const { round, promptTokens, completionTokens, prompt } of prompts) {
    const sum = rounds.get(round) ?? { n: round, prompts: 0, sent: 0, billed: 0 };
    sum.prompts += 1;
    sum.sent += prompt.total;
    sum.billed += promptTokens + completionTokens;
    rounds.set(round, sum);
  }
  return [...rounds.values()].toSorted((a, b) => a.n - b.n);
}
