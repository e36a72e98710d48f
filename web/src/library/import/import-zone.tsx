import { useEffect, useRef, useState } from 'preact/hooks';
import { FileButton } from '../../kit/file-button';
import { lazyPage } from '../../lazy-page';
import { ROOM_ENDINGS, STORY_ENDINGS } from './file-endings';
import { type ImportedFile, linkScene, useImports } from './use-imports';
import './import.css';

const ImportResult = lazyPage(() => import('./import-result').then((part) => part.ImportResult));

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
