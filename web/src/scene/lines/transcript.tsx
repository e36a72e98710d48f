import type { VNode } from 'preact';
import { hueOf } from '../../kit/marks';
import { LongTranscript, type Row } from '../../room/long-transcript';
import type { AnyScene } from '../who';
import type { Line } from './fold-scene';
import { LineActions } from './line-actions';
import { classOfLine, guessLine, LineView } from './line-view';

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

interface TranscriptProps {
  scene: AnyScene;
  lines: Line[];
  coming: Coming[];
  /** `persona:…` of the visitor, whose lines are marked. */
  self: string | null;
  /** Seq of the line that a link asks for. */
  at: number | null;
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  onToEnd: () => void;
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
  const { scene, lines, coming, self, at, hasEarlier } = props;
  const lineAt = (index: number): Line | undefined => lines[index];
  const comingAt = (index: number): Coming | undefined => coming[index - lines.length];
  const count = lines.length + coming.length;
  const rowOf = (index: number): Row => {
    const line = lineAt(index);
    if (!line) {
      const { class: name = '', actor = '', hidden = false, view = <></> } = comingAt(index) ?? {};
      return { class: name, hue: hueOf(actor), hidden, view };
    }
    const actor = line.type === 'speech' ? line.actor : '';
    const mine = actor !== '' && actor === self;
    return {
      class: classOfLine(line, mine),
      id: `seq-${line.seq}`,
      hue: hueOf(actor),
      view: (
        <LineView line={line} mine={mine}>
          <LineActions line={line} scene={scene} mayChoose={mayChoose(props, line)} />
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
      sought={findSought(lines, at, hasEarlier)}
      hasEarlier={hasEarlier}
      loadEarlier={props.loadEarlier}
      labels={LABELS}
      onToEnd={props.onToEnd}
    >
      {scene.scenario && <p class="scenario">{scene.scenario}</p>}
      {count === 0 && <p class="quiet centred">Nobody has spoken yet. Who begins?</p>}
    </LongTranscript>
  );
}

/** Returns the index of the line at `at`, or of the last one before it. Null: none, or not read yet. */
function findSought(lines: readonly Line[], at: number | null, hasEarlier: boolean): number | null {
  if (at === null || lines.length === 0) return null;
  const index = lines.findLastIndex(({ seq }) => seq <= at);
  return index >= 0 ? index : hasEarlier ? null : 0;
}
