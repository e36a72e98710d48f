import { useRef } from 'preact/hooks';
import type { AdventureRun } from '../../../src/contract/adventures';
import type { Event } from '../../../src/contract/events/events';
import { api } from '../api/api';
import { RoomProblem } from '../kit/problem-note';
import { useReading } from '../kit/use-reading';
import { useTitle } from '../kit/use-title';
import { type RoomView, useRoom } from '../room/use-room';
import { beginsAt } from '../run/watch/begins';
import { AdventureView } from './adventure-view';
import { changesAdventure, trimAdventure } from './fold-adventure';
import { PlayRoom } from './play/play-room';
import { useStory } from './use-story';

/** Opens a text adventure: to play it if it is the person's own, otherwise to watch it. */
export function AdventureRoom({ id, at }: { id: string; at: number | null }) {
  const view = useRoom<AdventureRun>('runs', id, changesAdventure, trimAdventure);
  const { room: run } = view;
  useTitle(run?.title ?? 'Adventure');
  /** True if a person played it at any time while the page was open. */
  const wasPersonal = useRef(false);

  if (view.problem) return <RoomProblem what="run" problem={view.problem} onRetry={view.reload} />;
  if (!run) return <p class="loading">Opening the run…</p>;
  if (run.options.player === 'person') {
    wasPersonal.current = true;
    return <PlayedStory run={run} view={view} />;
  }
  const isPlayed = wasPersonal.current || view.events.some(isPersonal);
  return (
    <AdventureView id={id} at={at} run={run} view={view} begins={beginsAt(run, at !== null, isPlayed)} />
  );
}

const isPersonal = ({ kind, payload }: Event): boolean =>
  kind === 'command.executed' && payload.by === 'player';

function PlayedStory({ run, view }: { run: AdventureRun; view: RoomView<AdventureRun> }) {
  const story = useStory(view.events);
  const map = useReading(() => api.map(run.id), story.changed.map);
  return (
    <PlayRoom
      run={run}
      live={view.live}
      story={story}
      map={map.value}
      hasEarlier={view.hasEarlier}
      loadEarlier={view.loadEarlier}
      onChanged={view.refresh}
      onToEnd={view.leave}
    />
  );
}
