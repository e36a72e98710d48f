import { useEffect, useRef, useState } from 'preact/hooks';
import { FileButton } from '../../kit/file-button';
import { ProblemNote } from '../../kit/problem-note';
import { itemHref, KINDS } from '../kinds';
import { ROOM_ENDINGS, STORY_ENDINGS } from './guess-file';
import { type ImportedFile, linkScene, useImports } from './use-imports';

/** File endings that can be chosen. A card may be large, as pictures are. */
const FILES = `.json,.yaml,.yml,.png,.apng,.jpg,.jpeg,.webp,.charx,.byaf,.lorebook,${ROOM_ENDINGS},${STORY_ENDINGS}`;

/** Imports files that are dropped anywhere on the page or chosen, and shows the result of each. */
export function ImportZone(props: {
  words: string;
  onImported?: (what: ImportedFile) => void;
  onAllImported?: (files: readonly ImportedFile[]) => void;
  /** A scene is already being set up, so do not link to a new one. */
  isPlaying?: boolean;
}) {
  const { isPlaying = false } = props;
  const { files, add, clear } = useImports(props.onImported, props.onAllImported);
  const isDragging = useFileDrop((dropped) => void add(dropped));
  const list = useRef<HTMLDivElement>(null);
  // Files can be dropped anywhere, so scroll to their results.
  useEffect(() => {
    if (files.length > 0) list.current?.scrollIntoView({ block: 'nearest' });
  }, [files]);
  const items = files.filter(({ state }) => state === 'item');
  const scene = linkScene(items);
  return (
    <section class={`import-zone${isDragging ? ' dragged' : ''}`} aria-label="Import files">
      <p>
        {props.words}{' '}
        <FileButton
          name="Files to import"
          label="Choose files"
          accept={FILES}
          multiple
          onFiles={(chosen) => void add(chosen)}
        />
      </p>
      {isDragging && (
        <div class="drop-veil" aria-hidden="true">
          Drop to import
        </div>
      )}
      <div role="status" ref={list}>
        {files.length > 0 && (
          <ul class="imports">
            {files.map((one, at) => (
              <li key={at}>
                <ImportResult imported={one} isPlaying={isPlaying} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {files.length > 0 && (
        <div class="buttons">
          {scene !== null && items.length > 1 && !isPlaying && (
            <a class="button" href={scene}>
              Play a scene with all {items.length}
            </a>
          )}
          <button type="button" class="plain" onClick={clear}>
            Clear this list
          </button>
        </div>
      )}
    </section>
  );
}

function ImportResult({ imported, isPlaying }: { imported: ImportedFile; isPlaying: boolean }) {
  switch (imported.state) {
    case 'waiting':
      return <p class="quiet">Importing {imported.file}…</p>;
    case 'failed':
      return (
        <ProblemNote
          problem={{ ...imported.problem, title: `${imported.file}: ${imported.problem.title}` }}
        />
      );
    case 'story':
      return (
        <p>
          <strong dir="auto">{imported.story.title}</strong> is now available as a text adventure.
        </p>
      );
    case 'room': {
      const { id, title, imported: report } = imported.room;
      const isScene = id.startsWith('scn_');
      const notes = [...report.skipped, ...report.repaired];
      return (
        <div class="imported">
          <p>
            <strong dir="auto">{title}</strong> is now a {isScene ? 'scene' : 'run'} with {report.lines}{' '}
            lines.
          </p>
          <div class="buttons">
            <a class="button primary" href={`#/${isScene ? 'scenes' : 'runs'}/${id}`}>
              Open it
            </a>
          </div>
          {report.notUsed.length + notes.length > 0 && (
            <details>
              <summary class="quiet">Parts of the file could not be used</summary>
              <ul class="quiet">
                {report.notUsed.map(({ what, count, why }) => (
                  <li key={what}>
                    {count > 1 ? `${count} ${what}` : what}: {why}
                  </li>
                ))}
                {notes.map(({ pointer, message }) => (
                  <li key={pointer}>
                    <code>{pointer}</code> {message}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      );
    }
    case 'item': {
      const { kind, id, body } = imported.item;
      const { used = [], ignored, repaired, skipped } = imported.item;
      const notes = [...skipped, ...repaired];
      const [namesake] = imported.namesakes;
      return (
        <div class="imported">
          <p>
            <strong dir="auto">{body.name}</strong> is in your library as a {KINDS[kind].one}.
          </p>
          {namesake && (
            <p>
              You already had a {KINDS[kind].one} with this name;{' '}
              <a href={itemHref(kind, namesake.id)}>the existing one</a> is unchanged.
            </p>
          )}
          <div class="buttons">
            {!isPlaying && (
              <a class="button primary" href={`#/scenes/new?${kind}=${id}`}>
                Play a scene with {kind === 'character' ? body.name : 'it'}
              </a>
            )}
            <a class="button" href={itemHref(kind, id)}>
              View
            </a>
          </div>
          {used.length > 0 && (
            <details>
              <summary class="quiet">
                {used.length === 1 ? 'One field has' : `${used.length} fields have`} no effect yet
              </summary>
              <p class="quiet">{used.join(', ')}</p>
            </details>
          )}
          {notes.length > 0 && (
            <details>
              <summary class="quiet">
                {notes.length === 1
                  ? 'One part was converted or omitted'
                  : `${notes.length} parts were converted or omitted`}
              </summary>
              <ul class="quiet">
                {notes.map(({ pointer, message }) => (
                  <li key={`${pointer} ${message}`}>
                    <code>{pointer}</code> {message}
                  </li>
                ))}
              </ul>
            </details>
          )}
          {ignored.length > 0 && (
            <details>
              <summary class="quiet">
                {ignored.length === 1 ? 'One field is' : `${ignored.length} fields are`} kept but not used
                here
              </summary>
              <p class="quiet">{ignored.join(', ')}</p>
            </details>
          )}
        </div>
      );
    }
  }
}

/** Returns true while files are dragged over the page; reports files dropped anywhere. */
function useFileDrop(onDrop: (files: File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  useEffect(() => {
    // Entering a child comes before leaving its parent, so entries and exits are counted.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setDragging(true);
    };
    const over = (event: DragEvent) => {
      // Otherwise the browser would open the file instead of the page.
      if (hasFiles(event)) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setDragging(false);
    };
    const take = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setDragging(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) drop.current(files);
    };
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', take);
    return () => {
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', take);
    };
  }, []);
  return isDragging;
}
