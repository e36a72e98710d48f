import { LibraryBig } from 'lucide';
import { useCallback } from 'preact/hooks';
import type { LibraryKind } from '../../../src/contract/library';
import { type ListQuery, library } from '../api/library';
import { EmptyNote } from '../kit/empty-note';
import { ListMore, ListSearch, ListState } from '../kit/listing';
import { useList } from '../kit/use-list';
import { useTitle } from '../kit/use-title';
import { When } from '../kit/when';
import { CharacterAvatar } from './character-avatar';
import { ImportZone } from './import/import-zone';
import { listDrafts } from './kept-drafts';
import { itemHref, KINDS } from './kinds';
import './library.css';
import { lower } from '../words/say';

const PAGE = 50;

export function LibraryShelf({ kind }: { kind: LibraryKind }) {
  const { many, one, what } = KINDS[kind];
  const readPage = useCallback((query: ListQuery) => library.list(kind, query), [kind]);
  const list = useList(readPage, PAGE);
  const { items, search } = list;
  useTitle(many);
  const drafts = new Set(listDrafts(kind));
  const isImported = kind === 'character' || kind === 'lorebook';
  const isEmpty = items?.length === 0 && search.trim() === '';
  const button = (
    <a class="button primary" href={itemHref(kind, 'new')}>
      New {one}
    </a>
  );
  return (
    <div class="library">
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href="#/library">Library</a>
      </nav>
      <div class="row between">
        <h1>{many}</h1>
        {!isEmpty && button}
      </div>
      <p class="quiet">{what}</p>
      {drafts.has('new') && (
        <p class="notice">
          You have an unsaved new {one}. <a href={itemHref(kind, 'new')}>Continue editing</a>
        </p>
      )}
      {isImported && (
        <ImportZone
          words={
            kind === 'character'
              ? 'Drop character cards (PNG, JSON) anywhere on this page.'
              : 'Drop World Info or other lorebooks anywhere on this page.'
          }
          onImported={() => void list.refresh()}
        />
      )}
      <ListSearch list={list} label={`Search ${lower(many)} by name`} placeholder="Search by name" />
      <ListState list={list} />
      {isEmpty && (
        <EmptyNote
          icon={LibraryBig}
          text={`No ${one} yet. Create the first one; scenes then use a copy of it.`}
        >
          {button}
        </EmptyNote>
      )}
      {items?.length === 0 && !isEmpty && <p class="quiet">{`No ${one} matches “${search.trim()}”.`}</p>}
      <ul class="item-list">
        {items?.map((item) => (
          <li key={item.id}>
            <a href={itemHref(kind, item.id)}>
              {kind === 'character' && <CharacterAvatar id={item.id} name={item.name} />}
              <span class="title" dir="auto">
                {item.name}
              </span>
              {drafts.has(item.id) && <span class="mark">not saved</span>}
              <span class="quiet">
                <When at={item.updatedAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      <ListMore list={list} />
    </div>
  );
}
