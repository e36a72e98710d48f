import { answererKind } from '../../base/answerer';
import { castCard } from '../../contract/change-scene';
import type { Event } from '../../contract/events/events';
import { slug } from '../../contract/ids';
import {
  addMemory,
  changeMemory,
  memory,
  memoryNumber,
  memoryPage,
  memoryQuery,
  removedMemory,
} from '../../contract/memories';
import { pageQuery } from '../../contract/pages';
import { fail, ok } from '../../contract/problems';
import { type AuditEntry, auditPage, type Telemetry, telemetry } from '../../contract/rounds';
import { findMember, unknownCharacter } from '../state';
import { sceneAction } from './scene-room';

const MAX_PROMPTS = 500;

/**
 * Measures the last {@link MAX_PROMPTS} prompts by section, from the records of rounds.
 *
 * @param newestFirst events of the room; read only as far as needed
 */
export function readTelemetry(newestFirst: Iterable<Event>): Telemetry {
  const prompts: Telemetry['prompts'] = [];
  const seenSteps = new Set<string>();
  for (const { kind, at, round = 0, payload } of newestFirst) {
    if (kind !== 'round.audited') continue;
    const { agents = [] } = payload;
    for (const { step, agent, rung, calls, usage, prompt, ...answer } of agents.toReversed()) {
      // A resumed retry repeats entries of the failed attempt.
      const key = `${round} ${step}`;
      if (seenSteps.has(key)) continue;
      seenSteps.add(key);
      prompts.push({ round, at, step, agent, ...answererKind(answer), rung, calls, ...usage, prompt });
    }
    if (prompts.length >= MAX_PROMPTS) break;
  }
  const sections: Telemetry['sections'] = {};
  const newest = prompts.slice(0, MAX_PROMPTS);
  for (const { prompt } of newest) {
    for (const [name, use] of Object.entries(prompt.sections)) {
      const section = name as keyof typeof sections;
      const total = sections[section] ?? { prompts: 0, tokens: 0, share: 0, dropped: 0, cut: 0 };
      sections[section] = {
        prompts: total.prompts + 1,
        tokens: total.tokens + use.tokens,
        share: total.share + use.share,
        dropped: total.dropped + use.dropped,
        cut: total.cut + Number(use.cut),
      };
    }
  }
  return { prompts: newest, sections };
}

export const RECORD_ACTIONS = [
  sceneAction({
    name: 'readCard',
    method: 'get',
    path: '/cast/{character}',
    who: 'key',
    summary: "Get a character's card",
    description:
      "Returns the scene's copy of the card, with goals and secrets. Owner only. To change it, send the changed fields as `characters.change` to `PATCH /v1/scenes/{id}`.",
    params: { character: slug.describe('Id of the character') },
    answer: { schema: castCard, about: 'The card' },
    run: ({ state }, { params: { character } }) => {
      const member = findMember(state, character);
      if (!member) return fail({ code: 'not_found', what: 'character', id: character });
      const { description, personality, goals, secrets, instructions } = member;
      const { postHistory, depthPrompt, examples, voice } = member;
      return ok({
        ...{ description, personality, goals, secrets, instructions },
        ...{ postHistory, depthPrompt, examples, voice },
      });
    },
  }),
  sceneAction({
    name: 'listAudit',
    method: 'get',
    path: '/audit',
    who: 'key',
    summary: 'List audit records',
    description:
      'Newest first. Each has the decisions of the director, the agents called, how their answers were obtained, and which information was hidden from whom. Owner only, because it contains secrets.',
    query: pageQuery.shape,
    answer: { schema: auditPage, about: 'A page of records' },
    run: ({ ledger }, { query: { cursor, limit } }) => {
      const items: AuditEntry[] = [];
      const from = Math.min((cursor ?? Number.MAX_SAFE_INTEGER) - 1, ledger.head);
      for (const { kind, seq, at, round = 0, payload } of ledger.walkBack(from)) {
        if (kind === 'round.audited') items.push({ round, seq, at, record: payload });
        if (items.length > limit) break;
      }
      const page = items.slice(0, limit);
      return ok({ items: page, next: items.length > page.length ? String(page.at(-1)?.seq ?? 0) : null });
    },
  }),
  sceneAction({
    name: 'readTelemetry',
    method: 'get',
    path: '/telemetry',
    who: 'key',
    summary: 'Get prompt telemetry',
    description:
      'Returns the size of each section in the last 500 prompts, which sections were shortened, and the tokens reported by the endpoint. Shows the use of the context window.',
    answer: { schema: telemetry, about: 'The prompts and totals' },
    run: ({ ledger }) => ok(readTelemetry(ledger.walkBack())),
  }),
];

export const MEMORY_ACTIONS = [
  sceneAction({
    name: 'listSceneMemories',
    method: 'get',
    path: '/memories',
    who: 'key',
    summary: 'List memories of a scene',
    description:
      'Newest first. Each memory has the lines that one character heard in one round. Scenes of a world share memories; this returns only memories that this scene wrote.',
    query: memoryQuery.shape,
    answer: { schema: memoryPage, about: 'A page of memories' },
    run: (room, { query: { cursor, limit, character } }) =>
      room.memories.list({ before: cursor, limit, ...(character !== undefined && { character }) }),
  }),
  sceneAction({
    name: 'addSceneMemory',
    method: 'post',
    path: '/memories',
    who: 'key',
    summary: 'Add a memory',
    description:
      'The character remembers it in this scene and in other scenes of its world. Adding the same text again returns the existing memory.',
    body: addMemory,
    answer: { schema: memory, about: 'The memory', status: 201 },
    repeat: 'safe',
    run: (room, { body }) => {
      const { character } = body;
      if (findMember(room.state, character)) return room.memories.add(body);
      const message = unknownCharacter(room.state, character);
      return fail({ code: 'invalid', errors: [{ pointer: '/character', message }] });
    },
  }),
  sceneAction({
    name: 'changeSceneMemory',
    method: 'patch',
    path: '/memories/{memory}',
    who: 'key',
    summary: 'Update a memory of a scene',
    description:
      'Edits or pins a memory. An edited text is no longer updated when its lines change. At most 20 memories per character can be pinned in a world.',
    params: { memory: memoryNumber },
    body: changeMemory,
    answer: { schema: memory, about: 'The changed memory' },
    run: (room, { params, body }) => room.memories.change(params.memory, body),
  }),
  sceneAction({
    name: 'deleteSceneMemory',
    method: 'delete',
    path: '/memories/{memory}',
    who: 'key',
    summary: 'Delete a memory of a scene',
    description:
      'The character forgets it in all scenes of its world. Later changes of its lines do not restore it.',
    params: { memory: memoryNumber },
    answer: { schema: removedMemory, about: 'The deleted memory' },
    run: (room, { params }) => room.memories.remove(params.memory),
  }),
];
