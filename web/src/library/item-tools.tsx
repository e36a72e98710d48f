import { useState } from 'preact/hooks';
import type { Deletion, LibraryItem } from '../../../src/contract/library';
import { library } from '../api/library';
import { DangerNote } from '../kit/danger-note';
import { DownloadButton } from '../kit/download-button';
import { ProblemNote } from '../kit/problem-note';
import { useAct } from '../kit/use-act';
import { go } from '../router';
import { NO_DRAFT } from './item-draft';
import { writeDraft } from './kept-drafts';
import { itemHref, KINDS } from './kinds';

export function ItemTools({ item, isChanged }: { item: LibraryItem; isChanged: boolean }) {
  const { kind, id } = item;
  const [plan, setPlan] = useState<Deletion | null>(null);
  const { busy, problem, act, tell } = useAct();
  const { one, collection } = KINDS[kind];

  const copy = async () => {
    const body = { ...item.body, name: `${item.body.name} (copy)`.slice(0, kind === 'character' ? 80 : 200) };
    const copy = await act((key) => library.create(kind, JSON.parse(JSON.stringify(body)), key), 'copy');
    if (copy) go(itemHref(kind, copy.id).slice(1));
  };
  const ask = async () => setPlan(await act(() => library.planDeletion(kind, id)));
  const remove = async () => {
    if (!(await act(() => library.remove(kind, id)))) return;
    writeDraft(kind, id, NO_DRAFT);
    go(itemHref(kind).slice(1));
  };

  return (
    <section class="item-tools" aria-label={`This ${one}`}>
      <div class="buttons">
        {isPlayable(kind) && (
          <a class="button" href={`#/scenes/new?${kind}=${id}`}>
            Play a scene with {kind === 'character' || kind === 'persona' ? 'them' : 'it'}
          </a>
        )}
        {kind === 'character' && (
          <>
            <DownloadButton
              path={`/${collection}/${id}/card`}
              fallbackName="card.json"
              label="Export card (JSON)"
              onProblem={tell}
            />
            <DownloadButton
              path={`/${collection}/${id}/card?format=png`}
              fallbackName="card.png"
              label="Export card (PNG)"
              onProblem={tell}
            />
          </>
        )}
        {kind === 'lorebook' && (
          <DownloadButton
            path={`/${collection}/${id}/world-info`}
            fallbackName="world-info.json"
            label="Export World Info"
            onProblem={tell}
          />
        )}
        <button type="button" disabled={busy} onClick={() => void copy()}>
          Duplicate
        </button>
        <button type="button" disabled={busy || plan !== null} onClick={() => void ask()}>
          Delete…
        </button>
      </div>
      {isChanged && <p class="quiet">Exports and copies contain the last saved version.</p>}
      {problem && <ProblemNote problem={problem} />}
      {plan && (
        <DangerNote
          verb="Delete permanently"
          busy={busy}
          onConfirm={() => void remove()}
          onKeep={() => setPlan(null)}
        >
          <p>
            Delete {plan.deletes.length === 1 ? `“${item.body.name}”` : `${plan.deletes.length} items`}?
            Scenes keep their copies.
          </p>
          {(plan.deletes.length > 1 || plan.detaches.length > 0) && (
            <ul>
              {plan.deletes.map(({ id: gone, kind: of, name }) => (
                <li key={gone}>
                  {KINDS[of].one} “{name}” is deleted
                </li>
              ))}
              {plan.detaches.map(({ id: left, kind: of, name }) => (
                <li key={left}>
                  {KINDS[of].one} “{name}” stays, without this item
                </li>
              ))}
            </ul>
          )}
        </DangerNote>
      )}
    </section>
  );
}

const isPlayable = (kind: LibraryItem['kind']): boolean => kind !== 'profile';
