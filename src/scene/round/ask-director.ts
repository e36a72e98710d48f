import { z } from 'zod';
import { isSmall } from '../../base/answerer';
import type { JsonObject } from '../../base/json';
import {
  directorPlan,
  directorPlanOf,
  directorReconciliation,
  lightPlan,
  stateReport,
} from '../../contract/agents';
import type { ResolvedProfile } from '../../contract/profiles';
import { writeForm } from '../../model/prompt';
import type { Ask } from '../../room/step-context';
import { chatWithDirector } from '../prompt/chat-prompts';
import { renderSmallDirectorPrompt } from '../prompt/small';
import { agentProfile, findMember, type Line, listCast, type SceneState } from '../state';
import {
  type AgentInputs,
  type AgentRequest,
  type AgentTools,
  buildAgentEnvelope,
  withFallbackProfile,
} from './agents';
import type { DirectorBrief } from './briefs';
import { type AnyPlan, checkPlan } from './director';

const REPORTS = { 1: 'direct the round', 2: 'reconcile the round' } as const;

/** Asks the director, in pass 1 or 2. An answer with unknown names is rejected. */
export function askDirector(
  agentInputs: AgentInputs,
  pass: 1 | 2,
  isLight: boolean,
  tools: AgentTools,
): AgentRequest<AnyPlan> {
  const { state } = agentInputs;
  const { count, seed } = tools;
  return withFallbackProfile(agentProfile(state, 'director'), (profile) => {
    if (isSmall(profile)) return askSmallDirector(agentInputs, profile, tools);
    const schema = directorSchema(pass, isLight);
    const example = directorExample(state, pass, isLight, agentInputs.inputs);
    // A light director's first answer has two fields, which its form explains.
    const explainsFields = !isLight || pass === 2;
    const instruction = writeForm(schema, example, explainsFields, true);
    const ownInputs = { ...agentInputs, directorPass: pass };
    const envelope = buildAgentEnvelope(ownInputs, 'director', profile, instruction, tools);
    const brief: DirectorBrief = {
      ...{ task: 'director', pass, seed: `${seed}/director.${pass}`, envelope },
      ...(isLight && { isLight }),
    };
    const prompt = chatWithDirector(envelope, count, isLight);
    const ask: Ask<AnyPlan, DirectorBrief> = {
      role: 'director',
      purpose: REPORTS[pass],
      brief,
      messages: prompt.messages,
      schema,
      sentSchema: directorPlanOf(pass, state.castOrder, isLight),
      schemaName: SCHEMA_NAMES[isLight ? 'light' : 'full'][pass],
      profile,
      example,
      isShort: true,
      ...(explainsFields && { explainsFields }),
      ...(pass === 2 && { givesWay: true }),
      check: (plan) =>
        checkPlan(state, plan).map((found) => (isLight ? { ...found, pointer: '/who' } : found)),
    };
    return { ask, use: prompt.use };
  });
}

const SCHEMA_NAMES = {
  full: { 1: 'director_plan', 2: 'director_reconciliation' },
  light: { 1: 'speakers', 2: 'state_report' },
} as const;

/** Convert a light director's answers to full plans. Created once, because schemas are cached by identity. */
const lightPlans = {
  1: lightPlan.transform(({ who, cue }) =>
    directorPlan.parse({ actingCharacters: who && inOrder(who).map((one) => ({ ...one, guidance: cue })) }),
  ),
  2: stateReport.transform((report) => directorReconciliation.parse(report)),
} as unknown as Record<1 | 2, Ask<AnyPlan>['schema']>;

const directorSchema = (pass: 1 | 2, isLight: boolean): Ask<AnyPlan>['schema'] =>
  isLight
    ? lightPlans[pass]
    : ((pass === 1 ? directorPlan : directorReconciliation) as Ask<AnyPlan>['schema']);

/** Most absent characters offered to a small director; more would lengthen its prompt. */
const MAX_AVAILABLE = 8;

function askSmallDirector(
  agentInputs: AgentInputs,
  profile: ResolvedProfile,
  tools: AgentTools,
): AgentRequest<AnyPlan> {
  const { state } = agentInputs;
  const cast = listCast(state);
  const presentIds = cast.flatMap(({ id, active }) => (active ? [id] : []));
  const available = cast.flatMap(({ id, active }) => (active ? [] : [id])).slice(0, MAX_AVAILABLE);
  const ids = [...presentIds, ...available];
  const schema = smallPlanSchema(ids.join(' '));
  const example = { actingCharacters: ids.slice(0, 1) };
  const ownInputs = { ...agentInputs, directorPass: 1 as const };
  const envelope = buildAgentEnvelope(ownInputs, 'director', profile, writeForm(schema, example), tools);
  const choosable = envelope.cast.filter(({ active }) => active);
  const prompt = renderSmallDirectorPrompt(envelope, choosable, available, tools.count);
  const ask: Ask<AnyPlan, DirectorBrief> = {
    role: 'director',
    purpose: REPORTS[1],
    brief: { task: 'director', pass: 1, seed: `${tools.seed}/director.1`, envelope },
    messages: prompt.messages,
    schema,
    schemaName: 'speakers',
    profile,
    example,
  };
  return { ask, use: prompt.use };
}

const inOrder = (ids: readonly string[]): { id: string; priority: number }[] =>
  ids.map((id, index) => ({ id, priority: ids.length - index }));

const smallPlans = new Map<string, z.ZodType<AnyPlan>>();

/**
 * The schema for a list of ids, transformed to a plan. One per cast, because schemas are cached by identity.
 *
 * @param ids separated by spaces
 */
function smallPlanSchema(ids: string): z.ZodType<AnyPlan> {
  const cachedPlan = smallPlans.get(ids);
  if (cachedPlan) return cachedPlan;
  const names = ids.split(' ');
  const plan = z
    .object({ actingCharacters: z.array(z.enum(names)).describe('ids of the speakers') })
    .transform(({ actingCharacters }) =>
      directorPlan.parse({ actingCharacters: inOrder(actingCharacters) }),
    ) as unknown as z.ZodType<AnyPlan>;
  smallPlans.set(ids, plan);
  return plan;
}

/** An example that claims nothing false, because small models repeat it: a present member acts, nothing changes. */
function directorExample(
  state: SceneState,
  pass: 1 | 2,
  isLight: boolean,
  inputs: readonly Line[],
): JsonObject {
  if (pass === 2) return isLight ? { stateUpdates: [] } : { remainingActors: [] };
  const present = listCast(state).filter(({ active }) => active);
  const addresseeId = inputs.flatMap(({ to }) => to).find((id) => findMember(state, id)?.active);
  const id = addresseeId ?? present[0]?.id;
  const guidance = 'React to the last line.';
  if (isLight) return { who: id === undefined ? [] : [id], cue: guidance };
  return { actingCharacters: id === undefined ? [] : [{ id, order: 1, guidance }] };
}
