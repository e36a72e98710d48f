import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Json, JsonObject } from '../../../src/base/json';
import type { LibraryBody, LibraryKind } from '../../../src/contract/library';
import type { PageProblem } from '../api/api';
import { FormMistakes } from '../kit/form/form-context';
import { onSubmit } from '../kit/form/on-submit';
import { ProblemNote } from '../kit/problem-note';
import { fieldLabel } from '../kit/problem-words';
import { useTitle } from '../kit/use-title';
import { MemoryList } from '../memories/memory-list';
import { go } from '../router';
import type { Mistake } from './check-item';
import type { EditorProps } from './editors/editor';
import { LorebookEditor } from './editors/lorebook-editor';
import { CharacterEditor, PersonaEditor } from './editors/people-editors';
import { ProfileEditor } from './editors/profile-editor';
import { ArcEditor, CampaignEditor, WorldEditor } from './editors/story-editors';
import { ItemTools } from './item-tools';
import { itemHref, KINDS } from './kinds';
import { Portrait } from './portrait';
import { type EditedItem, useItem } from './use-item';
import './library.css';

/** Edits one item of the library, or a new one of its kind; `under` is the world or campaign of a new one. */
export function LibraryItemPage(props: { kind: LibraryKind; id: string | null; under: string | null }) {
  const { kind, id, under } = props;
  const start = useMemo(() => initialItem(kind, under), [kind, under]);
  const editor = useItem(kind, id, start);
  const { body, changed, problem } = editor;
  const mistakes = useMistakes(kind, body);
  const [showsAll, setShowsAll] = useState(false);
  const [pictureProblem, setPictureProblem] = useState<PageProblem | null>(null);
  const { one, many } = KINDS[kind];
  const name = typeof body?.name === 'string' ? body.name : '';
  const title = id === null ? `New ${one}` : name || `Unnamed ${one}`;
  useTitle(title);

  if (!body)
    return (
      <section class="narrow">
        {problem ? (
          <>
            <h1>This {one} could not be displayed</h1>
            <ProblemNote problem={problem} onRetry={editor.reload}>
              <a class="button" href={itemHref(kind)}>
                {many}
              </a>
            </ProblemNote>
          </>
        ) : (
          <p class="loading">Loading…</p>
        )}
      </section>
    );

  // An untouched form shows no mistakes.
  const wrong = [...(problem?.errors ?? []), ...mistakes].filter(
    ({ pointer }) => showsAll || changed.includes(pointer.split('/')[1] ?? ''),
  );
  const unique = wrong.filter(
    (one, at) =>
      wrong.findIndex((other) => other.pointer === one.pointer && other.message === one.message) === at,
  );
  const save = async () => {
    setShowsAll(true);
    // The last letters may not be checked yet.
    const now = await checkItem(kind, body);
    if (now && now.length > 0) {
      requestAnimationFrame(focusMistake);
      return;
    }
    const savedItem = await editor.save();
    if (!savedItem) return;
    setShowsAll(false);
    if (id === null) go(itemHref(kind, savedItem.id).slice(1));
  };

  return (
    <div class="library-item">
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href="#/library">Library</a> <span aria-hidden="true">›</span> <a href={itemHref(kind)}>{many}</a>
      </nav>
      <div class="item-head">
        <h1 dir="auto">{title}</h1>
        {kind === 'character' && id !== null && (
          <Portrait id={id} name={name} onProblem={setPictureProblem} />
        )}
      </div>
      {pictureProblem && <ProblemNote problem={pictureProblem} />}
      <Notes edited={editor} one={one} />
      <FormMistakes.Provider value={unique}>
        <form class="editor" aria-label={title} noValidate onSubmit={onSubmit(save)}>
          <div class="fields">
            <ItemEditor kind={kind} id={id} body={body} set={editor.set} />
          </div>
          <SaveBar edited={editor} mistakes={showsAll ? unique : []} isNew={id === null} />
        </form>
      </FormMistakes.Provider>
      {kind === 'world' && id !== null && (
        <section class="card" aria-label="Memories">
          <h2>Memories</h2>
          <MemoryList place={{ kind: 'worlds', id }} people={[]} />
        </section>
      )}
      {editor.item && <ItemTools item={editor.item} isChanged={changed.length > 0} />}
    </div>
  );
}

/** Goes to the first field with an error, even if it is collapsed. */
function focusMistake(): void {
  const field = document.querySelector<HTMLElement>('[aria-invalid="true"]');
  for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = true;
  field?.focus();
}

function initialItem(kind: LibraryKind, under: string | null): JsonObject {
  if (under === null) return {};
  if (kind === 'campaign') return { world: under };
  return kind === 'arc' ? { campaign: under } : {};
}

const inWords = (value: Json): string =>
  typeof value === 'string' ? value || '(empty)' : JSON.stringify(value, null, 2);

/** Lists restored drafts and conflicts with other people's changes. */
function Notes({ edited, one }: { edited: EditedItem; one: string }) {
  const { conflicts } = edited;
  return (
    <>
      {edited.restored && edited.changed.length > 0 && (
        <div class="notice">
          <p>Your unsaved changes have been restored.</p>
          <button type="button" class="plain" onClick={edited.discard}>
            Discard
          </button>
        </div>
      )}
      {!edited.kept && (
        <p class="notice" role="alert">
          This browser's storage is full. Save before you leave the page.
        </p>
      )}
      {conflicts.length > 0 && (
        <div class="notice" role="alert">
          <p>
            <strong>Someone else has changed this {one}.</strong> You both changed: {conflicts.join(', ')}.
          </p>
          <details>
            <summary>Their version</summary>
            <dl class="facts">
              {conflicts.map((field) => (
                <div key={field}>
                  <dt>{field}</dt>
                  <dd class="theirs">{inWords(edited.theirs(field))}</dd>
                </div>
              ))}
            </dl>
          </details>
          <div class="buttons">
            <button type="button" onClick={() => edited.settle('mine')}>
              Keep my changes
            </button>
            <button type="button" onClick={() => edited.settle('theirs')}>
              Use their version
            </button>
          </div>
        </div>
      )}
    </>
  );
}

function ItemEditor(props: {
  kind: LibraryKind;
  id: string | null;
  body: JsonObject;
  set: EditedItem['set'];
}) {
  /** The type assertion holds, because the server or the form made the body for its kind. */
  const propsOf = <K extends LibraryKind>(): EditorProps<K> => ({
    id: props.id,
    body: props.body as unknown as LibraryBody<K>,
    change: (part) => {
      for (const [field, value] of Object.entries(part as JsonObject)) props.set(field, value);
    },
  });
  switch (props.kind) {
    case 'world':
      return <WorldEditor {...propsOf<'world'>()} />;
    case 'campaign':
      return <CampaignEditor {...propsOf<'campaign'>()} />;
    case 'arc':
      return <ArcEditor {...propsOf<'arc'>()} />;
    case 'character':
      return <CharacterEditor {...propsOf<'character'>()} />;
    case 'persona':
      return <PersonaEditor {...propsOf<'persona'>()} />;
    case 'lorebook':
      return <LorebookEditor {...propsOf<'lorebook'>()} />;
    case 'profile':
      return <ProfileEditor {...propsOf<'profile'>()} />;
  }
}

const PAUSE_MS = 150;

/**
 * Lists the errors that the server would find. null if the rules, which are too large for the first page, fail to load:
 * then only the server checks.
 */
async function checkItem(kind: LibraryKind, body: JsonObject): Promise<Mistake[] | null> {
  const checker = await import('./check-item').catch(() => null);
  return checker?.findMistakes(kind, body) ?? null;
}

/** Checks a body while typing; errors lag a moment behind. */
function useMistakes(kind: LibraryKind, body: JsonObject | null): readonly Mistake[] {
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  useEffect(() => {
    if (!body) return;
    let isOvertaken = false;
    const timer = window.setTimeout(async () => {
      const next = await checkItem(kind, body);
      if (next && !isOvertaken) setMistakes(next);
    }, PAUSE_MS);
    return () => {
      isOvertaken = true;
      window.clearTimeout(timer);
    };
  }, [kind, body]);
  return mistakes;
}

const MAX_NAMED = 4;

function SaveBar(props: { edited: EditedItem; mistakes: readonly Mistake[]; isNew: boolean }) {
  const { edited, mistakes, isNew } = props;
  const isChanged = edited.changed.length > 0;
  return (
    <div class="save-bar">
      {edited.problem && <ProblemNote problem={edited.problem} />}
      {mistakes.length > 0 && (
        <ul class="mistake" role="alert">
          {mistakes.slice(0, MAX_NAMED).map(({ pointer, message }) => (
            <li key={pointer + message}>
              {pointer === '' ? '' : `${fieldLabel(pointer)}: `}
              {message}
            </li>
          ))}
          {mistakes.length > MAX_NAMED && <li>and {mistakes.length - MAX_NAMED} more</li>}
        </ul>
      )}
      <div class="row">
        <button
          type="submit"
          class="primary"
          disabled={edited.saving || edited.conflicts.length > 0 || (!isChanged && !isNew)}
        >
          {edited.saving ? 'Saving…' : isNew ? 'Create' : 'Save'}
        </button>
        {isChanged && (
          <button type="button" class="plain" onClick={edited.discard}>
            Discard changes
          </button>
        )}
        <span class="quiet" role="status">
          {saveState(edited, isNew)}
        </span>
      </div>
    </div>
  );
}

function saveState({ saving, changed, kept }: EditedItem, isNew: boolean): string {
  if (saving) return '';
  if (changed.length > 0) return kept ? 'Not saved; draft kept in this browser' : 'Not saved';
  return isNew ? '' : 'Saved';
}
