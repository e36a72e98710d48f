import { memoryPage, memoryQuery } from '../../../api/memories';
import { pageQuery } from '../../../api/pages';
import { ok } from '../../../api/problems';
import { type AuditEntry, auditPage, telemetry } from '../../../api/rounds';
import { auditEntries, readTelemetry } from '../round/telemetry';
import { sceneAction } from './scene-room';

/** The records of the rounds. */
export const RECORD_ACTIONS = [
  sceneAction({
    name: 'listAudit',
    method: 'get',
    path: '/audit',
    who: 'key',
    summary: 'The audit records of the rounds, newest first',
    query: pageQuery.shape,
    answer: { schema: auditPage, about: 'A page of records' },
    run: ({ ledger }, { query: { cursor, limit } }) => {
      const items: AuditEntry[] = [];
      const from = Math.min((cursor ?? Number.MAX_SAFE_INTEGER) - 1, ledger.head);
      for (const event of ledger.walkBack(from)) {
        items.push(...auditEntries([event]));
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
    answer: { schema: telemetry, about: 'The prompts and totals' },
    run: ({ ledger }) => ok(readTelemetry(ledger.walkBack())),
  }),
];

/** The memories of a scene's characters, for the owner, who may read everybody's. */
export const MEMORY_ACTIONS = [
  sceneAction({
    name: 'listSceneMemories',
    method: 'get',
    path: '/memories',
    who: 'key',
    summary: 'What the characters remember of a scene, newest first',
    query: memoryQuery.shape,
    answer: { schema: memoryPage, about: 'A page of memories' },
    run: (room, { query: { cursor, limit, character } }) =>
      room.memories({ before: cursor, limit, ...(character !== undefined && { character }) }),
  }),
];
