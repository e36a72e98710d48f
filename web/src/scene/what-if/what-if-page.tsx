import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { UNDERSTUDY_NAME } from '../../../../src/base/answerer';
import type { CallSummary } from '../../../../src/contract/calls';
import type { Scene } from '../../../../src/contract/scenes';
import { api } from '../../api/api';
import { rooms } from '../../api/library';
import { ConfirmButton } from '../../kit/confirm-button';
import { Hues, nameHue, StatusMark } from '../../kit/marks';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import { useRead } from '../../kit/use-read';
import { useTitle } from '../../kit/use-title';
import { redirect, whatIfAddress } from '../../router';
import { formatMoney } from '../../usage/show-money';
import { LOCALE } from '../../words/languages';
import { say } from '../../words/say';
import { CastLook } from '../cast-look';
import { roundNumber } from '../direct/counted-rounds';
import { FailedRound } from '../failed-round';
import type { Line } from '../lines/fold-scene';
import { HandoutCard } from '../lines/handout-view';
import { LineView, lineClass } from '../lines/line-view';
import { describeChanges, SECTIONS } from '../settings/tell-changes';
import { useScene } from '../use-scene';
import { isOwn } from '../who';
import { alignRounds, findSame, listRounds, type RoundLines, readDifference } from './compare-sides';
import '../lines/lines.css';
import './what-if.css';

/** Milliseconds after a round until the index has its last calls. */
const INDEXED_MS = 3_000;

/** A scene next to its branches, from round `from` on, while they play and afterwards. */
export function WhatIfPage(props: { id: string; from: number; branches: string[] }) {
  const { id, from, branches } = props;
  const [source, setSource] = useState<RoundLines[]>([]);
  useTitle('What if…');
  const leaveOut = (gone: string) => {
    const rest = branches.filter((one) => one !== gone);
    redirect(whatIfAddress(id, from, rest));
  };
  return (
    <section class="what-if">
      <h1>What if…</h1>
      <div class="what-if-columns">
        <Column id={id} from={from} column={1} source={null} onRounds={setSource} />
        {branches.map((one, n) => (
          <Column key={one} id={one} column={n + 2} source={source} onGone={() => leaveOut(one)} />
        ))}
      </div>
    </section>
  );
}

/** One of the scenes. The columns share the rows of a grid, so that rounds are aligned. */
function Column(props: {
  id: string;
  /** First round to show. Absent: the first round that a branch does not share with its source. */
  from?: number;
  column: number;
  /** The rounds to compare with. Null: this is the source. */
  source: readonly RoundLines[] | null;
  onRounds?: (rounds: RoundLines[]) => void;
  onGone?: () => void;
}) {
  const { id, column, source, onRounds, onGone } = props;
  const { act, busy, problem, tell } = useAct();
  const { view, lines, events } = useScene(id, tell);
  const { room, events: loaded, hasEarlier, loadEarlier } = view;
  const scene = room && isOwn(room) ? room : null;
  const first = props.from ?? (scene?.forkedFrom?.round ?? 0) + 1;
  const isWhole = !hasEarlier || loaded.some(({ round }) => round !== undefined && round < first);
  useEffect(() => {
    if (scene && !isWhole) void loadEarlier();
  }, [scene === null, isWhole, loaded[0]?.seq]);
  const rounds = useMemo(() => listRounds(lines, first), [lines, first]);
  useEffect(() => onRounds?.(rounds), [rounds]);
  const { change, edited } = useMemo(() => readDifference(source ? events : []), [source === null, events]);
  const remove = async () => {
    if ((await act(() => rooms.remove(`scenes/${id}`))) !== null) onGone?.();
  };
  const place = (row: number) => ({ gridArea: `${row} / ${column}` });
  if (!scene)
    return (
      <div class="what-if-cell" style={place(1)}>
        {!view.problem && <p class="loading">Opening the scene…</p>}
        {view.problem && <ProblemNote problem={view.problem} onRetry={view.reload} />}
      </div>
    );
  return (
    <CastLook scene={scene}>
      <section aria-labelledby={`title-${id}`}>
        <div class="what-if-cell" style={place(1)}>
          <h2 id={`title-${id}`} dir="auto">
            {scene.title}
          </h2>
          <p class="row" role="status">
            {!source && <span class="mark">{say('source')}</span>}
            <StatusMark status={scene.status} />
          </p>
          <Spent scene={scene} first={first} />
          <p class="buttons">
            <a class="button" href={`#/scenes/${id}`}>
              Open this scene
            </a>
            {onGone && (
              <ConfirmButton
                label="Delete"
                question={`Delete “${scene.title}” and all its data? This cannot be undone.`}
                verb="Delete permanently"
                disabled={busy}
                onConfirm={() => void remove()}
              />
            )}
          </p>
          {describeChanges(change, scene).map(({ section, words }) => (
            <p key={section} class="small">
              <strong>Changed:</strong> {SECTIONS[section]} ({words.join(', ')})
            </p>
          ))}
          {edited.size > 0 && (
            <Lines scene={scene} lines={lines.filter(({ seq }) => edited.has(seq))} source={[]} />
          )}
          <FailedRound scene={scene} onProblem={tell} onDone={view.refresh} />
          {problem && <ProblemNote problem={problem} />}
        </div>
        {(source ? alignRounds(rounds, events, source) : rounds).map(
          (round, row) =>
            round && (
              <div key={round.n} class="what-if-cell" style={place(row + 2)}>
                <h3 class="quiet">Round {roundNumber(scene, round.n)}</h3>
                <Lines scene={scene} lines={round.lines} source={source && (source[row]?.lines ?? [])} />
              </div>
            ),
        )}
      </section>
    </CastLook>
  );
}

/** @param props `source`: the lines to compare with; null: these are the source's */
function Lines(props: { scene: Scene; lines: readonly Line[]; source: readonly Line[] | null }) {
  const { scene, lines, source } = props;
  const hues = useContext(Hues);
  const same = findSame(lines, source ?? []);
  const readMark = (line: Line) => (same.has(line) ? say('same') : say('different'));
  return (
    <ol class="what-if-lines">
      {lines.map((line) => (
        <li
          key={line.seq}
          class={`${lineClass(line, false)} ${source ? (same.has(line) ? 'same' : 'different') : ''}`}
          style={{ '--hue': String(nameHue('actor' in line ? line.actor : '', hues)) }}
        >
          <LineView line={line} mine={false} numberOf={(n) => roundNumber(scene, n)}>
            {line.type === 'handout' && <HandoutCard scene={scene} line={line} />}
            {source && <span class="mark">{readMark(line)}</span>}
          </LineView>
        </li>
      ))}
    </ol>
  );
}

/** The cost of a scene from round `first` on. */
function Spent({ scene, first }: { scene: Scene; first: number }) {
  const mark = `${scene.id} ${first} ${scene.rounds} ${scene.status}`;
  const { value: all, reload } = useRead(() => api.callsSince(scene.id, first), mark);
  useEffect(() => {
    const timer = setTimeout(reload, INDEXED_MS);
    return () => clearTimeout(timer);
  }, [mark, reload]);
  // The understudy is not a model.
  const asked = all?.filter(({ provider }) => provider !== UNDERSTUDY_NAME) ?? [];
  const calls = asked.filter((call) => !isReused(call));
  const tokens = calls.reduce((sum, call) => sum + call.promptTokens + call.completionTokens, 0);
  const money = calls.reduce((sum, call) => sum + (call.money ?? 0), 0);
  const reused = asked.length - calls.length;
  if (!all) return null;
  return (
    <p class="quiet small">
      {[
        calls.length === 1 ? '1 model call' : `${calls.length} model calls`,
        ...(tokens > 0 ? [`${tokens.toLocaleString(LOCALE)} tokens`] : []),
        ...(money > 0 ? [formatMoney(money)] : []),
        ...(reused > 0 ? [`${reused} replies reused`] : []),
      ].join(' · ')}
    </p>
  );
}

/** A reused answer is stored as a call that took neither time nor tokens. */
const isReused = ({ status, latencyMs, promptTokens, completionTokens }: CallSummary): boolean =>
  status !== 'open' && latencyMs === 0 && promptTokens + completionTokens === 0;
