import { useState } from 'preact/hooks';
import type { Connection } from '../../../../packages/client/src/index';
import type { AdventureRun, MapView } from '../../../../src/contract/adventures';
import type { TrailStep } from '../../../../src/contract/events/fold/story-trail';
import { api, type PageProblem } from '../../api/api';
import { Drawer } from '../../kit/drawer';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { ExportMenu } from '../../room/take-along';
import type { AdventureStory } from '../fold-adventure';
import { StoryMap } from '../story-map';
import { StoryThings, UpperWindow } from '../story-status';
import { listUndoable } from '../story-trail';
import { CommandLine } from './command-line';
import { PlayHead, type PlayPanel } from './play-head';
import { PlayTranscript } from './play-transcript';
import { SaveFiles } from './save-files';
import { suggestCommands } from './suggest-commands';
import './play.css';

interface PlayProps {
  run: AdventureRun;
  live: Connection;
  story: AdventureStory;
  map: MapView | null;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  onChanged: () => void;
  onToEnd: () => void;
}

/** A story played by a person: its text, an input line and the map. */
export function PlayRoom(props: PlayProps) {
  const { run, live, story, map, onChanged } = props;
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const [panel, setPanel] = useState<PlayPanel>(null);
  const now = story.now ?? run.story;
  const close = () => setPanel(null);
  const aside = (
    <>
      <section aria-label="Map">
        {map && map.places.length > 0 ? <StoryMap map={map} hidesTried /> : <div class="map-frame empty" />}
      </section>
      <StoryThings now={now} fair={run.options.fair} />
    </>
  );
  return (
    <div class="play">
      <PlayHead {...{ run, live, now, onChanged }} onOpen={setPanel} onProblem={setProblem} />
      <div class="play-story">
        <UpperWindow lines={now?.upper ?? []} styles={now?.upperStyles} />
        <PlayTranscript
          entries={story.entries}
          hasEarlier={props.hasEarlier}
          loadEarlier={props.loadEarlier}
          onToEnd={props.onToEnd}
        />
        <div class="under-story">
          {problem && <ProblemNote problem={problem} />}
          {run.failed && <ProblemNote problem={run.failed.problem} />}
          <CommandLine
            run={run}
            awaits={now?.awaits ?? 'line'}
            isRunaway={now?.stopped?.kind === 'runaway'}
            entries={story.entries}
            suggestions={suggestCommands(map, now, story.entries)}
            onProblem={setProblem}
          />
        </div>
      </div>
      <aside class="play-aside">{aside}</aside>
      {panel === 'map' && (
        <Drawer title="Map and objects" onClose={close}>
          {aside}
        </Drawer>
      )}
      {panel === 'take-along' && (
        <Drawer title="Export" onClose={close}>
          <ExportMenu
            room={{ kind: 'runs', id: run.id }}
            forms={['txt', 'md', 'html']}
            hasExport
            isOpen
            onProblem={setProblem}
          />
        </Drawer>
      )}
      {panel === 'saves' && (
        <Drawer title="Saved games" onClose={close}>
          <SaveFiles
            run={run}
            entries={story.entries}
            onSaved={onChanged}
            onRestored={() => {
              close();
              onChanged();
            }}
          />
        </Drawer>
      )}
      {panel === 'undo' && (
        <Drawer title="Undo several moves" onClose={close}>
          <UndoList
            run={run}
            trail={story.trail}
            onDone={() => {
              close();
              onChanged();
            }}
          />
        </Drawer>
      )}
    </div>
  );
}

/** Most moves that the list offers. */
const MOST = 50;

/** The last moves, newest first. Undoing one also undoes all later moves. */
function UndoList(props: { run: AdventureRun; trail: readonly TrailStep[]; onDone: () => void }) {
  const { run, trail, onDone } = props;
  const { busy, problem, act } = useAct();
  const steps = listUndoable(trail).slice(0, MOST);
  const undo = async (turn: number) => {
    if ((await act((key) => api.restoreStory(run.id, { turn }, key), `undo to ${turn}`)) !== null) onDone();
  };
  return (
    <>
      <p class="quiet">Undoing a move also undoes everything after it. The map stays.</p>
      {problem && <ProblemNote problem={problem} />}
      {steps.length === 0 && <p class="quiet">Nothing to undo.</p>}
      <ol class="undo-list">
        {steps.map(({ commands, to, count }) => (
          <li key={to}>
            <button type="button" class="plain" disabled={busy} onClick={() => void undo(to)}>
              <span class="echo" dir="auto">
                {commands.map((command) => command || 'Enter').join(', ') || 'a saved game'}
              </span>{' '}
              <span class="quiet small">{count === 1 ? '1 move' : `${count} moves`}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
