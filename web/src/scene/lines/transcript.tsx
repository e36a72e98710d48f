import type { ComponentChildren, VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { Hues, hueOf } from '../../kit/marks';
import { LongTranscript, type Row } from '../../room/long-transcript';
import { type AnyScene, isOwn } from '../who';
import { goesOn } from './arrange';
import type { Line } from './fold-scene';
import { LineTools } from './line-tools';
import { classOfLine, guessLine, LineView } from './line-view';
import { RoundTools } from './round-tools';

/** An entry after the lines: a line that is being written, or sent. */
export interface Coming {
  key: string;
  class: string;
  /** `persona:…` or `character:…`; decides the colour. */
  actor: string;
  /** Hidden from screen readers, which read the line once it is whole. */
  hidden: boolean;
  view: VNode;
}

/** Words that come in the place of a line's own. */
export interface Rewording {
  seq: number;
  text: string;
}

interface TranscriptProps {
  scene: AnyScene;
  lines: Line[];
  coming: Coming[];
  rewording: Rewording | null;
  /** `persona:…` of the visitor, whose lines are marked. */
  self: string | null;
  /** Seq of the line that a link or a search asks for. */
  at: number | null;
  /** The line is a place that a search found, which keeps the focus. */
  isFound: boolean;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  onToEnd: () => void;
  /** Drawn over the lines, such as the search. */
  children?: ComponentChildren;
}

/** Says whether a player may choose among the wordings of a line: the owner lets players, and it answers this one. */
const mayChoose = ({ scene, self, lines }: TranscriptProps, line: Line): boolean =>
  'mayChoose' in scene &&
  scene.mayChoose &&
  line.type === 'speech' &&
  line.wordings !== undefined &&
  lines.some((one) => one.type === 'speech' && one.actor === self && one.round === line.round);

const GUESS_COMING = 90;
const LABELS = { earlier: 'Earlier lines', toEnd: 'To the latest line' };

/** Draws everything said in a scene, and the lines being written or sent. */
export function Transcript(props: TranscriptProps) {
  const { scene, lines, coming, rewording, self, at, hasEarlier } = props;
  const hues = useContext(Hues);
  const lineAt = (index: number): Line | undefined => lines[index];
  const comingAt = (index: number): Coming | undefined => coming[index - lines.length];
  const count = lines.length + coming.length;
  const waits = scene.round !== null || scene.waiting !== null;
  const rowOf = (index: number): Row => {
    const line = lineAt(index);
    if (!line) {
      const { class: name = '', actor = '', hidden = false, view = <></> } = comingAt(index) ?? {};
      return { class: name, hue: hueOf(actor, hues), hidden, view };
    }
    const actor = line.type === 'speech' ? line.actor : '';
    const mine = actor !== '' && actor === self;
    const isSame = goesOn(line, lineAt(index - 1));
    return {
      class: classOfLine(line, mine, isSame),
      id: `seq-${line.seq}`,
      hue: hueOf(actor, hues),
      view: (
        <LineView
          line={line}
          mine={mine}
          goesOn={isSame}
          waits={waits && line.type === 'speech' && actor.startsWith('persona:') && line.round === null}
          draft={rewording?.seq === line.seq ? rewording.text : undefined}
        >
          {(line.type === 'speech' || line.type === 'jotting') && (
            <LineTools line={line} scene={scene} mayChoose={mayChoose(props, line)} />
          )}
          {line.type === 'round' && line.n !== null && isOwn(scene) && (
            <RoundTools scene={scene} n={line.n} />
          )}
        </LineView>
      ),
    };
  };
  return (
    <LongTranscript
      count={count}
      keyOf={(index) => lineAt(index)?.seq ?? comingAt(index)?.key ?? index}
      guess={(index) => {
        const line = lineAt(index);
        return line ? guessLine(line) : GUESS_COMING;
      }}
      rowOf={rowOf}
      at={at}
      focusesSought={!props.isFound}
      sought={findSought(lines, at, hasEarlier)}
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
      {count === 0 && <p class="quiet centred">Nobody has spoken yet. Who begins?</p>}
    </LongTranscript>
  );
}

/** Returns the index of the line at `at`, or of the one said last before it. Null: none, or not read yet. */
function findSought(lines: readonly Line[], at: number | null, hasEarlier: boolean): number | null {
  if (at === null || lines.length === 0) return null;
  let found: number | null = null;
  lines.forEach(({ seq }, index) => {
    if (seq <= at && seq > (found === null ? 0 : (lines[found]?.seq ?? 0))) found = index;
  });
  return found ?? (hasEarlier ? null : 0);
}
