import { useContext, useEffect, useState } from 'preact/hooks';
import type { Lorebook, LoreEntry, LoreVerdict, TriedLore } from '../../../../src/contract/lore';
import { area, check, type FieldList, Fields, number, text } from '../../kit/form/field-list';
import { FormMistakes } from '../../kit/form/form-context';
import type { EditorProps } from './editor';
import { makeEntry } from './empty-items';
import { LoreEntryForm } from './lore-entry-form';
import { LoreTest } from './lore-test';
import { verdictWords } from './lore-words';

/** Entries shown at first, and added with each "more": a book may have thousands. */
const PAGE_SIZE = 60;

export const LorebookEditor = ({ body, change }: EditorProps<'lorebook'>) => (
  <LorebookFields book={body} at="" onChange={change} />
);

const ABOUT: FieldList<Lorebook> = { name: text('Name'), description: area('Description', { rows: 1 }) };
const SEARCH: FieldList<Lorebook> = {
  scanDepth: number('Messages to search', { hint: 'Newest messages to search.', min: 0 }),
  tokenBudget: number('Max tokens', {
    hint: 'Tokens for this lorebook in a prompt. Empty: the default for lore.',
    min: 0,
  }),
  caseSensitive: check('Case-sensitive keys'),
  wholeWords: check('Match whole words'),
  recursive: check('Recursive entries', {
    hint: 'Also search the text of included entries.',
  }),
  maxRecursion: number('Max recursion', {
    hint: 'How often included text can trigger more entries.',
    min: 0,
    when: ({ recursive }) => recursive,
  }),
};

/**
 * Edits a book: its common settings, its entries, and a talk to try it on.
 *
 * @param at JSON Pointer of the book in the item: a character may have one of its own
 */
export function LorebookFields(props: {
  book: Lorebook;
  at: string;
  onChange: (part: Partial<Lorebook>) => void;
  onRemove?: () => void;
}) {
  const { book, at, onChange, onRemove } = props;
  const [testResult, setTestResult] = useState<TriedLore | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const whole = { values: book, at, onChange };
  return (
    <div class="lorebook">
      <div class="fields">
        <Fields fields={ABOUT} {...whole} />
      </div>
      <details class="more">
        <summary>Search settings for the whole lorebook</summary>
        <div class="fields">
          <Fields fields={SEARCH} {...whole} />
        </div>
      </details>
      <LoreTest book={book} tried={testResult} onTried={setTestResult} onOpen={setOpen} />
      <EntryList
        entries={book.entries}
        at={`${at}/entries`}
        tried={testResult}
        open={open}
        onOpen={setOpen}
        onChange={(entries) => onChange({ entries })}
      />
      {onRemove && (
        <button type="button" class="plain" onClick={onRemove}>
          Remove its lorebook
        </button>
      )}
    </div>
  );
}

const entryTitle = (entry: LoreEntry): string =>
  entry.name || entry.keys.slice(0, 3).join(', ') || entry.content.slice(0, 60) || `Entry ${entry.id}`;

const matches = (entry: LoreEntry, wanted: string): boolean =>
  [entry.name, entry.id, entry.content, ...entry.keys, ...entry.secondaryKeys].some((text) =>
    text.toLowerCase().includes(wanted),
  );

function EntryList(props: {
  entries: LoreEntry[];
  at: string;
  tried: TriedLore | null;
  open: string | null;
  onOpen: (id: string | null) => void;
  onChange: (entries: LoreEntry[]) => void;
}) {
  const { entries, at, tried, open, onOpen, onChange } = props;
  const mistakes = useContext(FormMistakes);
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(PAGE_SIZE);
  const searchText = search.trim().toLowerCase();
  const matchingEntries = entries
    .map((entry, place) => ({ entry, place }))
    .filter(({ entry }) => searchText === '' || matches(entry, searchText));
  useEffect(() => {
    if (open === null) return;
    const place = matchingEntries.findIndex(({ entry }) => entry.id === open);
    if (place >= most) setMost(place + PAGE_SIZE);
    // Opening an entry from the test box scrolls to it.
    requestAnimationFrame(() =>
      document.getElementById(`entry-${open}`)?.scrollIntoView({ block: 'nearest' }),
    );
  }, [open]);
  const add = () => {
    const entry = makeEntry(entries);
    setSearch('');
    onChange([...entries, entry]);
    onOpen(entry.id);
  };
  return (
    <section class="entries" aria-label="Entries">
      <div class="row between">
        <h2>
          Entries <span class="quiet">{entries.length}</span>
        </h2>
        <div class="row">
          {entries.length > 8 && (
            <input
              type="search"
              aria-label="Search the entries"
              placeholder="Search"
              value={search}
              onInput={(typed) => setSearch(typed.currentTarget.value)}
            />
          )}
          <button type="button" onClick={add}>
            Add an entry
          </button>
        </div>
      </div>
      {entries.length === 0 && (
        <p class="quiet">No entries yet. An entry is a text plus the keywords that add it to the prompt.</p>
      )}
      <ul class="entry-list">
        {matchingEntries.slice(0, most).map(({ entry, place }) => (
          <li key={`${place}:${entry.id}`} id={`entry-${entry.id}`}>
            <button
              type="button"
              class="entry-head"
              aria-expanded={open === entry.id}
              onClick={() => onOpen(open === entry.id ? null : entry.id)}
            >
              <span class={entry.enabled ? 'entry-title' : 'entry-title off'}>{entryTitle(entry)}</span>
              {mistakes.some(({ pointer }) => pointer.startsWith(`${at}/${place}/`)) ? (
                <span class="mark wrong">needs fixing</span>
              ) : (
                <EntryMark entry={entry} verdict={tried?.entries[place]} />
              )}
            </button>
            {open === entry.id && (
              <LoreEntryForm
                entry={entry}
                at={`${at}/${place}`}
                onChange={(changed) => {
                  if (changed.id !== entry.id) onOpen(changed.id);
                  onChange(entries.map((held, i) => (i === place ? changed : held)));
                }}
                onRemove={() => {
                  onOpen(null);
                  onChange(entries.filter((_, i) => i !== place));
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {matchingEntries.length > most && (
        <button type="button" onClick={() => setMost(most + PAGE_SIZE)}>
          Show more ({matchingEntries.length - most} left)
        </button>
      )}
    </section>
  );
}

/** Marks an entry in the list with its result in the tested talk, or else with its kind. */
function EntryMark({ entry, verdict }: { entry: LoreEntry; verdict: LoreVerdict | undefined }) {
  if (verdict?.id === entry.id && (verdict.in || verdict.keys.length > 0))
    return <span class={verdict.in ? 'mark in' : 'mark out'}>{verdictWords(verdict, entry).short}</span>;
  if (!entry.enabled && entry.restrictions.length > 0) return <span class="mark wrong">off: conditions</span>;
  if (!entry.enabled) return <span class="mark">off</span>;
  return entry.constant ? <span class="mark">always</span> : null;
}
