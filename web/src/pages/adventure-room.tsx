import { useState } from 'preact/hooks';
import type { AdventureRun } from '../../../src/contract/adventures';
import { api, type PageProblem } from '../api';
import { changesAdventure, type Entry, trimAdventure } from '../fold-adventure';
import { CommandBox } from '../parts/command-box';
import { DownloadButton } from '../parts/download-button';
import { ConnectionMark, ProviderNote, StatusMark } from '../parts/marks';
import { ObjectiveSection } from '../parts/objectives';
import { ProblemNote, RoomProblem } from '../parts/problem-note';
import { forkAndGo, RunControls } from '../parts/run-controls';
import { ScoreCurve } from '../parts/score-curve';
import { Spending } from '../parts/spending';
import { StoryKnowledge } from '../parts/story-knowledge';
import { StoryMap } from '../parts/story-map';
import { StoryStatus, StoryThings, UpperWindow } from '../parts/story-status';
import { StoryTranscript } from '../parts/story-transcript';
import { useReading } from '../use-reading';
import { useRoom } from '../use-room';
import { useStory } from '../use-story';
import { useTitle } from '../use-title';
import '../styles/run.css';
import '../styles/scene.css';
import '../styles/adventure.css';
import '../styles/story-map.css';

/** A run in a text adventure: the story as it is played, its map, what is to be done and what is known. */
export function AdventureRoom({ id }: { id: string }) {
  const view = useRoom<AdventureRun>('runs', id, changesAdventure, trimAdventure);
  const { room: run } = view;
  const story = useStory(view.events);
  const map = useReading(() => api.map(id), story.changed.map);
  const objectives = useReading(() => api.objectives(id), story.changed.objectives);
  const knowledge = useReading(() => api.adventureKnowledge(id), story.changed.knowledge);
  const [problem, setProblem] = useState<PageProblem | null>(null);

  useTitle(run?.title ?? 'Adventure');

  if (view.problem) return <RoomProblem what="run" problem={view.problem} onRetry={view.reload} />;
  if (!run) return <p class="loading">Opening the run…</p>;

  const now = story.now ?? run.story;
  const isOver = run.status === 'finished';
  const tokens = run.used.promptTokens + run.used.completionTokens;
  const reading = map.problem ?? objectives.problem ?? knowledge.problem;
  return (
    <div class="run adventure">
      <header class="room-head">
        <h1>{run.title}</h1>
        <div class="marks">
          <StatusMark status={run.failed ? 'failed' : run.status} />
          <ConnectionMark state={view.live} />
          <a href={`#/calls?room=${id}`}>Calls</a>
          {run.forkedFrom && (
            <a href={`#/runs/${run.forkedFrom.run}`}>Forked after turn {run.forkedFrom.turn}</a>
          )}
        </div>
        <ProviderNote provider={run.provider} />
      </header>
      <RunControls run={run} onDone={view.refresh} onProblem={setProblem} />
      {problem && <ProblemNote problem={problem} />}
      {run.failed && <ProblemNote problem={run.failed.problem} />}
      {reading && !problem && <ProblemNote problem={reading} />}
      {run.trouble && !isOver && <p class="warning">{run.trouble.message}</p>}
      <div class="run-columns">
        <div class="story-column">
          <StoryStatus
            now={now}
            episode={story.episode ?? run.episode?.n ?? run.episodes.at(-1)?.n ?? null}
            episodes={run.options.episodes}
          />
          <UpperWindow lines={now?.upper ?? []} />
          <StoryTranscript
            entries={story.entries}
            hasEarlier={view.hasEarlier}
            loadEarlier={view.loadEarlier}
            onFork={(turn) => void forkAndGo(id, turn, setProblem)}
          />
          <p class="doing quiet">{describeTurn(run, story.turn)}</p>
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
            onList={objectives.put}
            onProblem={setProblem}
          />
          <StoryThings now={now} />
          <section aria-labelledby="score-title" class="scores">
            <h2 id="score-title">Score</h2>
            <ScoreCurve run={run} />
            <Spending
              rows={[
                ['Turns', run.used.turns, run.budgets.turns],
                ['Calls', run.used.calls, run.budgets.calls],
              ]}
            >
              {tokens > 0 && <p class="quiet">{tokens.toLocaleString()} tokens</p>}
            </Spending>
          </section>
          <StoryKnowledge knowledge={knowledge.value} map={map.value} />
          <div class="buttons">
            <a class="button" href={`#/runs/${id}/report`}>
              Report
            </a>
            <DownloadButton
              path={`/runs/${id}/export`}
              fallbackName={`${id}.zip`}
              label="Download export"
              onProblem={setProblem}
            />
          </div>
        </div>
      </div>
      <Announcer entries={story.entries} after={view.fresh[0]?.seq ?? null} />
    </div>
  );
}

function describeTurn(run: AdventureRun, turn: { n: number; attempt: number; doing: string } | null): string {
  if (turn) {
    const attempt = turn.attempt > 1 ? `, try ${turn.attempt}` : '';
    return `Turn ${turn.n}${attempt}: ${turn.doing || 'thinking'}…`;
  }
  if (run.status === 'finished')
    return `The run is finished: ${run.finishReason?.replaceAll('_', ' ') ?? 'no reason given'}. A fork plays on.`;
  if (run.failed) return `Turn ${run.failed.n} failed.`;
  const count = `${run.turns} turn${run.turns === 1 ? '' : 's'} played`;
  return run.status === 'running' ? count : `${count}; ${run.status === 'paused' ? 'paused' : 'not started'}`;
}

/** Says what is new to screen readers, without reading what was loaded as history. */
function Announcer({ entries, after }: { entries: readonly Entry[]; after: number | null }) {
  const said = after === null ? [] : entries.filter(({ seq }) => seq >= after).slice(-5);
  return (
    <div class="sr-only" aria-live="polite" role="log" aria-label="New moves">
      {said.map((entry) => (
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
