import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { CloseButton } from '../../kit/close-button';
import { onSubmit } from '../../kit/form/on-submit';
import { showMatches } from './show-matches';
import { type DescribedChange, SECTIONS, type SectionId } from './tell-changes';
import './settings.css';

interface SettingsSheetProps {
  title: string;
  /** Sections that there are, with their fields. */
  sections: readonly (readonly [SectionId, ComponentChildren])[];
  /** The section to open at. Default: the first one. */
  first?: SectionId | undefined;
  changes: readonly DescribedChange[];
  busy: boolean;
  /** Appears in the bar, which is always visible. */
  problem: ComponentChildren;
  onUndo: () => void;
  onSend: () => void;
  onClose: () => void;
}

/** A settings dialog: a list of sections and a bar with the changes, both fixed while the fields scroll. */
export function SettingsSheet(props: SettingsSheetProps) {
  const { title, sections, changes, busy, onSend } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const nav = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState<SectionId>('scene');
  const [search, setSearch] = useState('');
  const [hasMatch, setHasMatch] = useState(true);
  useEffect(() => {
    if (fields.current) setHasMatch(showMatches(fields.current, search));
  }, [search]);
  useEffect(() => {
    dialog.current?.showModal();
    if (props.first) goTo(props.first);
  }, []);
  // On a phone the list is one row, which scrolls along.
  useEffect(() => {
    const list = nav.current;
    const button = list?.querySelector<HTMLElement>('[aria-current]');
    if (list && button) list.scrollTo({ left: button.offsetLeft - list.clientWidth / 3 });
  }, [current]);

  const follow = () => {
    const element = fields.current;
    if (!element) return;
    const top = element.getBoundingClientRect().top + LEAD_PX;
    const passed = sections.findLast(([id]) => {
      const section = element.querySelector(`#${sectionId(id)}`);
      return section && section.getBoundingClientRect().top <= top;
    });
    setCurrent(passed?.[0] ?? 'scene');
  };
  const goTo = (id: SectionId) => {
    const section = fields.current?.querySelector<HTMLElement>(`#${sectionId(id)}`);
    if (section) fields.current?.scrollTo({ top: section.offsetTop - LEAD_PX / 2 });
    // Move the keyboard position there, too.
    section?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
  };
  const hasChanged = (id: SectionId) => changes.some(({ section }) => section === id);

  return (
    <dialog ref={dialog} class="settings" aria-label={title} onClose={props.onClose}>
      <form class="settings-form" onSubmit={onSubmit(() => !busy && onSend())}>
        <header class="settings-head">
          <h2>{title}</h2>
          <input
            type="search"
            aria-label="Search settings"
            placeholder="Search settings"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            // Enter would save.
            onKeyDown={(pressed) => pressed.key === 'Enter' && pressed.preventDefault()}
          />
          <CloseButton onClose={() => dialog.current?.close()} />
        </header>
        <nav class="settings-nav" ref={nav} aria-label="Sections">
          <ul>
            {sections.map(([id]) => (
              <li key={id}>
                <button
                  type="button"
                  class="plain"
                  aria-current={id === current ? 'true' : undefined}
                  onClick={() => goTo(id)}
                >
                  {SECTIONS[id]}
                  {hasChanged(id) && (
                    <span class="settings-changed">
                      <span class="sr-only">, changed</span>
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div class="settings-fields sheet-form" ref={fields} onScroll={follow}>
          {!hasMatch && <p class="quiet">No matches.</p>}
          {sections.map(([id, content]) => (
            <section key={id} id={sectionId(id)} aria-labelledby={`${sectionId(id)}-title`}>
              <h3 id={`${sectionId(id)}-title`} tabIndex={-1}>
                {SECTIONS[id]}
              </h3>
              {content}
            </section>
          ))}
        </div>
        <footer class="settings-bar">
          {props.problem}
          <p class="settings-told" role="status">
            <ChangeList changes={changes} />
          </p>
          <button type="button" class="plain" disabled={busy || changes.length === 0} onClick={props.onUndo}>
            Undo all
          </button>
          <button type="submit" class="primary" disabled={busy || changes.length === 0}>
            {busy ? 'One moment…' : 'Save'}
          </button>
        </footer>
      </form>
    </dialog>
  );
}

/** A section is current once its title is this close to the top, in pixels. */
const LEAD_PX = 48;

const sectionId = (section: SectionId): string => `settings-${section}`;

function ChangeList({ changes }: { changes: readonly DescribedChange[] }) {
  if (changes.length === 0) return <span class="quiet">No changes yet.</span>;
  const text = changes.map(({ section, words }) => `${SECTIONS[section]} (${words.join(', ')})`).join('; ');
  return (
    <span title={text}>
      <strong>Changed:</strong> {text}
    </span>
  );
}
