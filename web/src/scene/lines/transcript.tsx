import type { ComponentChildren, VNode } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { Hues, nameHue } from '../../kit/marks';
import { LongTranscript, type Row } from '../../room/long-transcript';
import { NewSince } from '../away/new-since';
import type { Away } from '../away/use-away';
import { canRetry, roundNumber } from '../direct/counted-rounds';
import { type AnyScene, isOwn } from '../who';
import { isContinued, isWaiting } from './arrange';
import type { Line } from './fold-scene';
import { HandoutCard } from './handout-view';
import { LineTools } from './line-tools';
import { guessLine, LineView, lineClass } from './line-view';
import { RetryRound, RoundTools } from './round-tools';
import type { Tries } from './tries';

/** An entry after the lines: a line that is being written, or sent. */
export interface Coming {
  key: string;
  class: string;
  /** `persona:…` or `character:…`; decides the colour. */
  actor: string;
  /** Hidden from screen readers, which read the line once it is whole. */
  hidden: boolean;
  /** It comes before the lines that wait for a later round. */
  isNow: boolean;
  view: VNode;
}

/** New text that is replacing a line's own. */
export interface Rewording {
  seq: number;
  text: string;
}

interface TranscriptProps {
  scene: AnyScene;
  lines: Line[];
  coming: Coming[];
  rewording: Rewording | null;
  /** Tries of the newest round; null: only one. */
  tries: Tries | null;
  /** `persona:…` of the visitor, whose lines are marked. */
  self: string | null;
  /** Lines not seen in this browser yet. */
  away: Away;
  /** Seq of the line that a link or a search asks for. */
  at: number | null;
  /** The line is a search hit, and the search keeps the focus. */
  isFound: boolean;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  onToEnd: () => void;
  /** Drawn over the lines, such as the search. */
  children?: ComponentChildren;
}

/** True if a player can choose between versions of a line: the owner allows it, and the line replies to the player. */
const canChoose = ({ scene, self, lines }: TranscriptProps, line: Line): boolean =>
  'mayChoose' in scene &&
  scene.mayChoose &&
  line.type === 'speech' &&
  line.wordings !== undefined &&
  lines.some((one) => one.type === 'speech' && one.actor === self && one.round === line.round);

const GUESS_COMING = 90;
const LABELS = { earlier: 'Earlier lines', toEnd: 'Jump to the latest line' };

/** All lines of a scene, including those being written or sent. */
export function Transcript(props: TranscriptProps) {
  const { scene, lines, coming, rewording, tries, self, away, at, hasEarlier } = props;
  const hues = useContext(Hues);
  const entries = useMemo(() => {
    const settledCount = lines.findLastIndex((line) => !isWaiting(line)) + 1;
    return [
      ...lines.slice(0, settledCount),
      ...coming.filter(({ isNow }) => isNow),
      ...lines.slice(settledCount),
      ...coming.filter(({ isNow }) => !isNow),
    ];
  }, [lines, coming]);
  const newestReply = lines.findLast((line) => line.type === 'speech' && line.actor.startsWith('character:'));
  const waits = scene.round !== null || scene.waiting !== null;
  const rowOf = (index: number): Row => {
    const entry = entries[index];
    if (!entry) return { class: '', view: <></> };
    if ('view' in entry) return { ...entry, hue: nameHue(entry.actor, hues) };
    const line = entry;
    const actor = line.type === 'speech' || line.type === 'roll' ? line.actor : '';
    const mine = actor !== '' && actor === self;
    const before = entries[index - 1];
    const isFirstNew = away.unread?.seq === line.seq;
    const isSame = before !== undefined && !('view' in before) && !isFirstNew && isContinued(line, before);
    return {
      class: lineClass(line, mine, isSame),
      id: `seq-${line.seq}`,
      hue: nameHue(actor, hues),
      view: (
        <>
          {isFirstNew && <NewSince {...away} />}
          <LineView
            line={line}
            numberOf={(n) => roundNumber(scene, n)}
            mine={mine}
            goesOn={isSame}
            waits={waits && isWaiting(line)}
            draft={rewording?.seq === line.seq ? rewording.text : undefined}
          >
            {(line.type === 'speech' || line.type === 'jotting') && (
              <LineTools
                line={line}
                scene={scene}
                mayChoose={canChoose(props, line)}
                isNewest={line === newestReply}
              />
            )}
            {line.type === 'handout' && <HandoutCard scene={scene} line={line} />}
            {line.type === 'note' &&
              line.retry !== undefined &&
              isOwn(scene) &&
              canRetry(scene, line.retry) && <RetryRound scene={scene} n={line.retry} />}
            {line.type === 'round' && line.n !== null && isOwn(scene) && (
              <RoundTools scene={scene} n={line.n} tries={line.n === scene.rounds ? tries : null} />
            )}
          </LineView>
        </>
      ),
    };
  };
  return (
    <LongTranscript
      count={entries.length}
      keyOf={(index) => itemKey(entries[index]) ?? index}
      guess={(index) => {
        const entry = entries[index];
        return entry && !('view' in entry) ? guessLine(entry) : GUESS_COMING;
      }}
      rowOf={rowOf}
      at={at}
      focusesSought={!props.isFound}
      sought={findSought(entries, at, hasEarlier)}
      hasEarlier={hasEarlier}
      loadEarlier={props.loadEarlier}
      labels={LABELS}
      onToEnd={props.onToEnd}
      over={props.children}
    >
      {scene.scenario && (
        <p class="scenario" dir="auto">
          {scene.scenario}
        </p>
      )}
      {entries.length === 0 && <p class="quiet centred">No lines yet. Who starts?</p>}
    </LongTranscript>
  );
}

/** Returns the index of the line at `at`, or of the last one before it. null: none, or not loaded. */
function findSought(
  entries: readonly (Line | Coming)[],
  at: number | null,
  hasEarlier: boolean,
): number | null {
  if (at === null || entries.length === 0) return null;
  let place: number | null = null;
  let newest = 0;
  entries.forEach((entry, index) => {
    if ('view' in entry || entry.seq > at || entry.seq <= newest) return;
    place = index;
    newest = entry.seq;
  });
  return place ?? (hasEarlier ? null : 0);
}

const itemKey = (entry: Line | Coming | undefined): number | string | undefined =>
  entry && ('view' in entry ? entry.key : entry.seq);
