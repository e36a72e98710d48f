import { Lightbulb } from 'lucide';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { AdventureRun } from '../../../src/contract/adventures';
import type { Event } from '../../../src/contract/events/events';
import { api, type PageProblem } from '../api/api';
import { ProblemNote } from '../kit/problem-note';
import { useStored } from '../kit/use-kept';
import { useReading } from '../kit/use-reading';
import { ExportMenu } from '../room/take-along';
import type { RoomView } from '../room/use-room';
import { go, runAddress } from '../router';
import { FailedTurn } from '../run/failed-turn';
import { RunBudgets } from '../run/run-budgets';
import { forkAndGo } from '../run/run-controls';
import { RunHead } from '../run/run-head';
import { SpentNote } from '../run/spent-note';
import { useWholeLedger } from '../run/use-whole-ledger';
import type { Begins } from '../run/watch/begins';
import { isMove } from '../run/watch/moments';
import { useWatch } from '../run/watch/use-watch';
import { useWatchKeys } from '../run/watch/use-watch-keys';
import { WatchBar } from '../run/watch/watch-bar';
import { CommandBox } from './command-box';
import type { Entry } from './fold-adventure';
import { knowledgeBy, mapBy, objectivesBy, scoredBy } from './known-by';
import { ObjectiveSection } from './objectives';
import { TakeOver } from './play/take-over';
import { ScoreCurve } from './score-curve';
import { MemoriesHere, StoryKnowledge } from './story-knowledge';
import { StoryMap } from './story-map';
import { StoryStatus, StoryThings, UpperWindow } from './story-status';
import { StoryTranscript } from './story-transcript';
import { useStory } from './use-story';
import '../run/run.css';
import '../run/run-layout.css';
import '../scene/lines/lines.css';
import '../scene/composer/composer.css';
import '../scene/cast/cast.css';
import '../scene/scene.css';
import './adventure.css';
import './story-map.css';
import { termLabel } from '../words/terms';

const NO_EVENTS: readonly Event[] = [];

interface AdventureViewProps {
  id: string;
  at: number | null;
  run: AdventureRun;
  view: RoomView<AdventureRun>;
  begins: Begins;
}

/** A text adventure: the story, its map, objectives and knowledge, all cut to the point that a watcher has reached. */
export function AdventureView({ id, at, run, view, begins }: AdventureViewProps) {
  const { events, shown } = view;
  // The starting point is fixed when the page opens.
  const [beginning] = useState(begins);
  const [needsWhole, setNeedsWhole] = useState(beginning === 'first');
  useWholeLedger({ ...view, hasEarlier: needsWhole && view.hasEarlier });
  const watch = useWatch(events, beginning, beginning !== 'first' || !view.hasEarlier, isMove);
  const whole = useStory(events);
  const story = useStory(watch.seen);
  /** Holds the events of an old position until they join the newest ones. */
  const past = useStory(shown === events ? NO_EVENTS : shown);
  const map = useReading(() => api.map(id), whole.changed.map);
  const objectives = useReading(() => api.objectives(id), whole.changed.objectives);
  const knowledge = useReading(() => api.adventureKnowledge(id), whole.changed.knowledge);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  useReachedTurn(id, at, view.reach, setProblem);

  const [{ reasons }, keep] = useStored('adventure', { reasons: false });

  // A link shows a turn as a replay does: panels know no later turn.
  const linked = at !== null && at < run.turns ? at : null;
  const until = useMemo(() => (linked === null ? NO_EVENTS : eventsUntil(shown, linked)), [shown, linked]);
  const then = useStory(until);
  const isPast = watch.isBehind || linked !== null;
  const turn = linked ?? watch.turn;
  /** Restart once the whole story is loaded. */
  const [startsAnew, setStartsAnew] = useState(false);
  useEffect(() => {
    if (!startsAnew || view.hasEarlier) return;
    setStartsAnew(false);
    watch.play(0);
  }, [startsAnew, view.hasEarlier]);
  const play = () => {
    setNeedsWhole(true);
    if (watch.isAtEnd) setStartsAnew(true);
    else watch.play(null);
  };
  const show = (next: number) => {
    setNeedsWhole(true);
    if (next >= watch.newest) watch.goLive();
    else watch.seek(Math.max(0, next));
  };
  useWatchKeys({
    isOff: false,
    onPlay: watch.plays ? watch.pause : play,
    onStep: (by) => show(watch.frame + by),
    onLive: watch.goLive,
  });
  const panel = linked === null ? story : then;
  const seenMap = useMemo(
    () => (map.value && isPast ? mapBy(map.value, turn, panel.now, panel.entries) : map.value),
    [map.value, isPast, turn, panel],
  );
  const seenObjectives = useMemo(
    () => (objectives.value && isPast ? objectivesBy(objectives.value, turn) : objectives.value),
    [objectives.value, isPast, turn],
  );
  const seenKnowledge = useMemo(
    () => (knowledge.value && isPast ? knowledgeBy(knowledge.value, turn) : knowledge.value),
    [knowledge.value, isPast, turn],
  );
  if (beginning === 'first' && view.hasEarlier) return <p class="loading">Opening the run…</p>;

  const now = panel.now ?? (isPast ? null : run.story);
  const isOver = run.status === 'finished';
  // The map may load later than the story.
  const nameOf = (place: string) =>
    map.value?.places.find(({ id: one }) => one === place)?.name ||
    (now?.place?.id === place && now.place.name) ||
    place;
  const knowledgeProps = { run: id, knowledge: seenKnowledge, here: now?.place?.id ?? null, nameOf };
  const reading = map.problem ?? objectives.problem ?? knowledge.problem;
  return (
    <div class="run adventure">
      <RunHead
        run={run}
        live={view.live}
        hidesEnd={isPast}
        canFork
        more={[
          {
            name: 'Show the reasoning',
            icon: Lightbulb,
            isChosen: reasons,
            onChoose: () => keep({ reasons: !reasons }),
          },
        ]}
        onDone={view.refresh}
        onProblem={setProblem}
      />
      {problem && <ProblemNote problem={problem} />}
      <FailedTurn run={run} onDone={view.refresh} onProblem={setProblem} />
      {story.spent && !isOver && <SpentNote spent={story.spent} />}
      {reading && !problem && <ProblemNote problem={reading} />}
      {run.trouble && !isOver && !isPast && (
        <p class="warning">
          <strong>The adventurer is stuck and gets this hint:</strong>{' '}
          {run.trouble.message.replace(/\bL\d+\b/g, nameOf)}
        </p>
      )}
      <div class="run-columns">
        <div class="story-column">
          <StoryStatus
            now={now}
            episode={panel.episode ?? (isPast ? null : (run.episode?.n ?? run.episodes.at(-1)?.n ?? null))}
            episodes={run.options.episodes}
            fair={run.options.fair}
          />
          <UpperWindow lines={now?.upper ?? []} styles={now?.upperStyles} />
          <StoryTranscript
            run={id}
            entries={(shown === events ? story : past).entries}
            hasReasons={reasons}
            at={at}
            hasEarlier={view.hasEarlier}
            loadEarlier={view.loadEarlier}
            onToEnd={() => {
              view.leave();
              if (at !== null) go(runAddress(id, { turn: null }));
            }}
            onFork={(turn) => void forkAndGo(id, turn, setProblem)}
          />
          <WatchBar
            watch={watch}
            index={watch.frame}
            newest={watch.newest}
            follows
            unit="Move"
            name={watch.frame < 0 ? 'No moves yet' : `Turn ${turn}`}
            isOver={isOver}
            onPlay={play}
            onShow={show}
            onLive={watch.goLive}
          />
          <p class={`doing quiet${story.turn ? ' steady' : ''}`}>
            {isPast && !story.turn ? `Turn ${turn} of ${run.turns}` : describeTurn(run, story.turn)}
          </p>
          <CommandBox
            run={run}
            awaits={whole.now?.awaits ?? 'line'}
            entries={whole.entries}
            onProblem={setProblem}
            // Players should be at the live position.
            onGiven={() => watch.isBehind && watch.goLive()}
          />
        </div>
        <div class="run-right">
          <section aria-labelledby="map-title">
            <h2 id="map-title">Map</h2>
            {seenMap ? <StoryMap map={seenMap} /> : <div class="map-frame empty" />}
          </section>
          <ObjectiveSection
            run={id}
            list={seenObjectives}
            isOver={isOver || isPast}
            nameOf={nameOf}
            onList={objectives.put}
            onProblem={setProblem}
          />
          <StoryThings now={now} fair={run.options.fair} />
          <MemoriesHere {...knowledgeProps} />
          <section aria-labelledby="score-title" class="scores">
            <h2 id="score-title">Score</h2>
            <ScoreCurve run={isPast ? scoredBy(run, turn) : run} />
          </section>
          {!isOver && (
            <div class="buttons">
              <TakeOver run={run} onDone={view.refresh} onProblem={setProblem} />
            </div>
          )}
          {run.author && (
            <p class="quiet" dir="auto">
              by {run.author}
            </p>
          )}
          <details class="run-more">
            <summary>Knowledge, budgets and export</summary>
            <StoryKnowledge {...knowledgeProps} />
            <section aria-labelledby="budgets-title">
              <h2 id="budgets-title">Budgets</h2>
              <RunBudgets
                run={run}
                spent={whole.spent}
                past={isPast ? { turns: turn, actions: 0 } : null}
                onChanged={view.refresh}
              />
            </section>
            <ExportMenu
              room={{ kind: 'runs', id }}
              forms={['md', 'txt', 'html']}
              hasExport
              onProblem={setProblem}
            />
          </details>
        </div>
      </div>
      <Announcer
        entries={story.entries}
        after={watch.isBehind ? (story.entries.at(-1)?.seq ?? null) : (view.fresh[0]?.seq ?? null)}
      />
    </div>
  );
}

/** Returns the events up to the end of a turn. */
function eventsUntil(events: readonly Event[], turn: number): readonly Event[] {
  const last = events.findLastIndex(
    (event) => event.turn !== undefined && event.turn !== null && event.turn <= turn,
  );
  return events.slice(0, last + 1);
}

/** Loads the events around a turn, wherever it is in the log. */
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
    return `Run finished: ${run.finishReason === null ? 'no reason given' : termLabel(run.finishReason)}. Fork it to keep playing.`;
  if (run.failed) return `Turn ${run.failed.n} failed.`;
  const count = `${run.turns} turn${run.turns === 1 ? '' : 's'} played`;
  return run.status === 'running'
    ? count
    : `${count}; ${run.status === 'paused' ? termLabel('paused') : 'not started'}`;
}

/** Announces new moves to screen readers, without loaded history. */
function Announcer({ entries, after }: { entries: readonly Entry[]; after: number | null }) {
  const newEntries = after === null ? [] : entries.filter(({ seq }) => seq >= after).slice(-5);
  return (
    <div class="sr-only" aria-live="polite" role="log" aria-label="New moves">
      {newEntries.map((entry) => (
        <p key={entry.seq}>{describeMove(entry)}</p>
      ))}
    </div>
  );
}

function describeMove(entry: Entry): string {
  if (entry.type === 'move') return `${entry.command}: ${entry.text}`;
  if (entry.type === 'rejected') return `${entry.command} was rejected: ${entry.reason}`;
  return entry.text;
}
