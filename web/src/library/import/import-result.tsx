import { ProblemNote } from '../../kit/problem-note';
import { itemHref, KINDS } from '../kinds';
import type { ImportedFile } from './use-imports';

/** The result of importing one file. */
export function ImportResult({ imported, isPlaying }: { imported: ImportedFile; isPlaying: boolean }) {
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
            <strong dir="auto">{title}</strong> was imported as a {isScene ? 'scene' : 'run'} with{' '}
            {report.lines} lines.
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
                {used.length === 1 ? 'One field has' : `${used.length} fields have`} an effect in scenes
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
