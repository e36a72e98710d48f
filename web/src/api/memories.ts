import type { AddMemory, ChangeMemory, Memory } from '../../../src/contract/memories';
import { type Page, post, sendJson } from './api';

/** Source of the memories: one scene, or a whole world. */
export interface MemoryPlace {
  kind: 'scenes' | 'worlds';
  id: string;
}

const at = ({ kind, id }: MemoryPlace, memory = ''): string =>
  `/${kind}/${encodeURIComponent(id)}/memories${memory && `/${memory}`}`;

export const memories = {
  list: (place: MemoryPlace, { cursor, limit = 20, character }: MemoryListQuery) => {
    const query = new URLSearchParams({ limit: String(limit) });
    if (cursor) query.set('cursor', cursor);
    if (character) query.set('character', character);
    return sendJson<Page<Memory>>(`${at(place)}?${query}`);
  },
  add: (place: MemoryPlace, body: AddMemory, key: string) => post<Memory>(at(place), body, key),
  change: (place: MemoryPlace, id: string, body: ChangeMemory) =>
    sendJson<Memory>(at(place, id), { method: 'PATCH', body }),
  remove: (place: MemoryPlace, id: string) => sendJson<{ id: string }>(at(place, id), { method: 'DELETE' }),
};

interface MemoryListQuery {
  cursor?: string | null;
  limit?: number;
  character: string;
}
