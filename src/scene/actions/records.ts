import { answererOf } from '../../base/answerer';
import type { Event } from '../../contract/events/events';
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
      prompts.push({ round, at, step, agent, ...answererOf(answer), rung, calls, ...usage, prompt });
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
    name: 'listAudit',
    method: 'get',
    path: '/audit',
    who: 'key',
    summary: 'The audit records of the rounds, newest first',
    description:
      'What the director decided, who was asked, which rung of the ladder won, and what was withheld from whom. For owners, as it holds secrets.',
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
    summary: 'What the last 500 prompts came to, section by section',
    description:
      'Tokens of each section, what was cut, and what the endpoint charged. It shows where the window of a model goes.',
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
    summary: 'What the characters remember of a scene, newest first',
    description:
      'Each is a text of what one character heard in one round. Scenes of a world share memories; these are the ones that this scene wrote.',
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
    summary: 'Add a memory by hand',
    description:
      'The character remembers it in this scene and in other scenes of its world. Adding the same text again gives the same memory.',
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
    summary: 'Edit or pin a memory of a scene',
    description:
      'A memory whose text you edit no longer changes with its lines. At most 20 memories of a character are pinned in a world.',
    params: { memory: memoryNumber },
    body: changeMemory,
    answer: { schema: memory, about: 'The memory as it is now' },
    run: (room, { params, body }) => room.memories.change(params.memory, body),
  }),
  sceneAction({
    name: 'deleteSceneMemory',
    method: 'delete',
    path: '/memories/{memory}',
    who: 'key',
    summary: 'Delete a memory of a scene',
    description:
      'The character forgets it in all scenes of its world. A later change of its lines does not bring it back.',
    params: { memory: memoryNumber },
    answer: { schema: removedMemory, about: 'The memory that is gone' },
    run: (room, { params }) => room.memories.remove(params.memory),
  }),
];
