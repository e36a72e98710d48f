import {
  LIBRARY_COLLECTIONS,
  type LibraryItem,
  type LibraryKind,
  type LibrarySummary,
} from '../../src/contract/library';
import { type Asked, getJson, OPERATOR } from './stage-client';

export const make = <K extends LibraryKind>(kind: K, body: unknown, asked: Asked = {}) =>
  getJson<LibraryItem<K>>(`POST /v1/${LIBRARY_COLLECTIONS[kind]}`, { ...asked, body });
export type Page = { items: LibrarySummary[]; next: string | null };
export const list = (kind: LibraryKind, query = '', key = OPERATOR) =>
  getJson<Page>(`GET /v1/${LIBRARY_COLLECTIONS[kind]}?${query}`, { key });
