import { useEffect, useState } from 'preact/hooks';
import type { LibraryKind, LibrarySummary } from '../../../src/contract/library';
import type { PageProblem } from '../api/api';
import { library } from '../api/library';
import { ProblemNote } from '../kit/problem-note';
import { useTitle } from '../kit/use-title';
import { ImportZone } from './import/import-zone';
import { itemHref, KIND_ORDER, KINDS } from './kinds';
import './library.css';
import { lower } from '../words/say';

/** Number of newest items of each kind that the overview names. */
const NAMED = 4;

type Shelves = Partial<Record<LibraryKind, { items: LibrarySummary[]; isMore: boolean }>>;

/** Shows the library at a glance: every kind, its purpose, and its newest items. */
export function Library() {
  const [shelves, setShelves] = useState<Shelves>({});
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const load = async () => {
    const replies = await Promise.all(
      KIND_ORDER.map(async (kind) => ({ kind, reply: await library.list(kind, { limit: NAMED }) })),
    );
    const failure = replies.find(({ reply }) => !reply.ok)?.reply;
    setProblem(failure && !failure.ok ? failure.problem : null);
    setShelves(
      Object.fromEntries(
        replies.flatMap(({ kind, reply }) =>
          reply.ok ? [[kind, { items: reply.value.items, isMore: reply.value.next !== null }]] : [],
        ),
      ),
    );
  };
  useTitle('Library');
  useEffect(() => void load(), []);
  const isEmpty =
    KIND_ORDER.every((kind) => shelves[kind]?.items.length === 0) && Object.keys(shelves).length > 0;
  return (
    <div class="library">
      <h1>Library</h1>
      <p class="lead">Create once, reuse in any scene. Each scene gets its own copies.</p>
      {problem && <ProblemNote problem={problem} onRetry={() => void load()} />}
      {isEmpty && (
        <p class="notice">
          Your library is empty. Drop a character card or World Info file on this page, or create a character.
        </p>
      )}
      <ImportZone
        words="Drop character cards (PNG, JSON) or World Info anywhere on this page."
        onImported={() => void load()}
      />
      <ul class="shelves-of-kinds">
        {KIND_ORDER.map((kind) => (
          <li key={kind} class="card">
            <KindCard kind={kind} shelf={shelves[kind]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function KindCard({ kind, shelf }: { kind: LibraryKind; shelf: Shelves[LibraryKind] }) {
  const { many, one, what } = KINDS[kind];
  return (
    <>
      <h2>
        <a href={itemHref(kind)}>{many}</a>
      </h2>
      <p class="quiet">{what}</p>
      <ul class="plain-list">
        {shelf?.items.map(({ id, name }) => (
          <li key={id}>
            <a href={itemHref(kind, id)} dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
      <div class="row foot-of-card">
        <a class="button" href={itemHref(kind, 'new')}>
          New {one}
        </a>
        {shelf?.isMore && <a href={itemHref(kind)}>All {lower(many)}</a>}
      </div>
    </>
  );
}
