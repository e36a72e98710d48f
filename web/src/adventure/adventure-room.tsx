import { useEffect, useState } from 'preact/hooks';
import type { AdventureRun } from '../../../src/api/adventures';
import type { Event } from '../../../src/events/events';
import { api, type PageProblem } from '../api/api';

import { ProviderNote } from '../kit/marks';
import { ProblemNote, RoomProblem } from '../kit/problem-note';
import { useReading } from '../kit/use-reading';
import { useTitle } from '../kit/use-title';
import { TakeAlong } from '../room/take-along';
import { useRoom } from '../room/use-room';
import { go, runAddress } from '../router';
import { RunBudgets } from '../run/run-budgets';
import { forkAndGo, RunControls } from '../run/run-controls';
import { RunName } from '../run/run-name';
import { SpentNote } from '../run/spent-note';
import { CommandBox } from './command-box';
import { changesAdventure, type Entry, trimAdventure } from './fold-adventure';
import { ObjectiveSection } from './objectives';
import { PlayRoom } from './play/play-room';
import { TakeOver } from './play/take-over';
import { ScoreCurve } from './score-curve';
import { MemoriesHere, StoryKnowledge } from './story-knowledge';
import { StoryMap } from './story-map';
import { StoryStatus, StoryThings, UpperWindow } from './story-status';
import { StoryTranscript } from './story-transcript';
import { useStory } from './use-story';
import '../run/run.css';
import '../scene/lines/lines.css';
import '../scene/composer/composer.css';
import '../scene/cast/cast.css';
import '../scene/scene.css';
import './adventure.css';
import './story-map.css';
import { tellTerm } from '../words/terms';

const NO_EVENTS: readonly Event[] = [];

/** Draws a run in a text adventure: the story as it is played, its map, objectives and knowledge. */
export function AdventureRoom({ id, at }: { id: string; at: number | null }) {
  const view = useRoom<AdventureRun>('runs', id, changesAdventure, trimAdventure);
  const { room: run, events, shown } = view;
  const story = useStory(events);
  /** Holds the events of an old place until they join the newest ones. */
  const past = useStory(shown === events ? NO_EVENTS : shown);
  const map = useReading(() => api.map(id), story.changed.map);
  const objectives = useReading(() => api.objectives(id), story.changed.objectives);
  const knowledge = useReading(() => api.adventureKnowledge(id), story.changed.knowledge);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  useReachedTurn(id, run === null ? null : at, view.reach, setProblem);

  useTitle(run?.title ?? 'Adventure');

  if (view.problem) return <RoomProblem what="run" problem={view.problem} onRetry={view.reload} />;
  if (!run) return <p class="loading">Opening the run…</p>;

  if (run.options.player === 'person')
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
  const now = story.now ?? run.story;
  const isOver = run.status === 'finished';
  const nameOf = (place: string) => map.value?.places.find(({ id: one }) => one === place)?.name || place;
  const knowledgeProps = { run: id, knowledge: knowledge.value, here: now?.place?.id ?? null, nameOf };
  const reading = map.problem ?? objectives.problem ?? knowledge.problem;
  return (
    <div class="run adventure">
      <header class="room-head">
        <RunName run={run} live={view.live} />
        <ProviderNote answeredBy={run.answeredBy} />
      </header>
      <RunControls run={run} onDone={view.refresh} onProblem={setProblem} />
      {problem && <ProblemNote problem={problem} />}
      {run.failed && <ProblemNote problem={run.failed.problem} />}
      {story.spent && !isOver && <SpentNote spent={story.spent} />}
      {reading && !problem && <ProblemNote problem={reading} />}
      {run.trouble && !isOver && (
        <p class="warning">
          <strong>The adventurer is stuck, and is told:</strong>{' '}
          {run.trouble.message.replace(/\bL\d+\b/g, nameOf)}
        </p>
      )}
      <div class="run-columns">
        <div class="story-column">
          <StoryStatus
            now={now}
            episode={story.episode ?? run.episode?.n ?? run.episodes.at(-1)?.n ?? null}
            episodes={run.options.episodes}
          />
          <UpperWindow lines={now?.upper ?? []} />
          <StoryTranscript
            run={id}
            entries={(shown === events ? story : past).entries}
            at={at}
            hasEarlier={view.hasEarlier}
            loadEarlier={view.loadEarlier}
            onToEnd={() => {
              view.leave();
              if (at !== null) go(runAddress(id, { turn: null }));
            }}
            onFork={(turn) => void forkAndGo(id, turn, setProblem)}
          />
          <p class={`doing quiet${story.turn ? ' steady' : ''}`}>{describeTurn(run, story.turn)}</p>
          <CommandBox run={run} awaits={now?.awaits ?? 'line'} onProblem={setProblem} />
        </div>
        <div class="run-right">
          <section aria-labelledby="map-title">
            <h2 id="map-title">Map</h2>
            {map.value ? <StoryMap map={map.value} /> : <div class="map-frame empty" />}
          </section>
          <ObjectiveSection
            run={id}
            list={objectives.value}
            isOver={isOver}
            nameOf={nameOf}
            onList={objectives.put}
            onProblem={setProblem}
          />
          <StoryThings now={now} />
          <MemoriesHere {...knowledgeProps} />
          <section aria-labelledby="score-title" class="scores">
            <h2 id="score-title">Score</h2>
            <ScoreCurve run={run} />
          </section>
          <section aria-labelledby="budgets-title">
            <h2 id="budgets-title">Budgets</h2>
            <RunBudgets run={run} spent={story.spent} onChanged={view.refresh} />
          </section>
          <StoryKnowledge {...knowledgeProps} />
          <div class="buttons">
            <a class="button" href={`#/runs/${id}/report`}>
              Report
            </a>
            {!isOver && <TakeOver run={run} onDone={view.refresh} onProblem={setProblem} />}
          </div>
          <TakeAlong
            room={{ kind: 'runs', id }}
            forms={['md', 'txt', 'html']}
            hasExport
            onProblem={setProblem}
          />
        </div>
      </div>
      <Announcer entries={story.entries} after={view.fresh[0]?.seq ?? null} />
    </div>
  );
}

/** Reads the events around a turn, wherever in the ledger it is. */
function useReachedTurn(
  id: string,
  turn: number | null,
  reach: (seq: number) => Promise<void>,
  onProblem: (problem: PageProblem | null) => void,
): void {
  useEffect(() => {
    if (turn === null) return;
    let isUnmounted = false;
    void api.adventureTurn(id, turn).then((reply) => {
      if (isUnmounted) return;
      onProblem(reply.ok ? null : reply.problem);
      if (reply.ok) void reach(reply.value.events[0] ?? 0);
    });
    return () => {
      isUnmounted = true;
    };
  }, [id, turn, reach, onProblem]);
}

function describeTurn(run: AdventureRun, turn: { n: number; attempt: number; doing: string } | null): string {
  if (turn) {
    const attempt = turn.attempt > 1 ? `, try ${turn.attempt}` : '';
    return `Turn ${turn.n}${attempt}: ${turn.doing || 'thinking'}…`;
  }
  if (run.status === 'finished')
    return `The run is finished: ${run.finishReason === null ? 'no reason given' : tellTerm(run.finishReason)}. A fork plays on.`;
  if (run.failed) return `Turn ${run.failed.n} failed.`;
  const count = `${run.turns} turn${run.turns === 1 ? '' : 's'} played`;
  return run.status === 'running'
    ? count
    : `${count}; ${run.status === 'paused' ? tellTerm('paused') : 'not started'}`;
}

/** Announces new moves to screen readers, without those loaded as history. */
function Announcer({ entries, after }: { entries: readonly Entry[]; after: number | null }) {
  const newEntries = after === null ? [] : entries.filter(({ seq }) => seq >= after).slice(-5);
  return (
    <div class="sr-only" aria-live="polite" role="log" aria-label="New moves">
      {newEntries.map((entry) => (
        <p key={entry.seq}>{tell(entry)}</p>
      ))}
    </div>
  );
}

function tell(entry: Entry): string {
  if (entry.type === 'move') return `${entry.command}: ${entry.text}`;
  if (entry.type === 'rejected') return `${entry.command} was rejected: ${entry.reason}`;
  return entry.text;
}
