import { useState } from 'preact/hooks';
import type { CastCard } from '../../../../src/contract/change-scene';
import type { Scene } from '../../../../src/contract/scenes';
import { hand } from '../../api/scene';
import type { Choices } from '../../kit/form/field-list';
import { FormMistakes } from '../../kit/form/form-context';
import { SelectField, TypedField } from '../../kit/form/typed-field';
import { previewText } from '../../kit/preview-text';
import { ProblemNote } from '../../kit/problem-note';
import { Sheet } from '../../kit/sheet';
import { useAct } from '../../kit/use-act';
import { useRead } from '../../kit/use-read';
import { CastCardEditor } from '../../library/editors/people-editors';
import { go, whatIfAddress } from '../../router';
import { counts, roundNumber } from '../direct/counted-rounds';
import type { Line } from '../lines/fold-scene';
import { AnswerFields } from '../settings/answer-fields';
import { profileChanges } from '../settings/settings-form';
import { findAffected, lastPlayed, type Speech, type WhatIfStart } from './start';
import '../../library/library.css';

type Kind = 'line' | 'model' | 'card';
const KINDS: Choices<Kind> = [
  ['line', 'The text of a line'],
  ['model', 'A model'],
  ['card', "A character's card"],
];
const PREVIEW_LENGTH = 60;

/** Asks for the change, and plays the rounds from there again in new scenes. */
export function WhatIfForm(props: {
  scene: Scene;
  lines: readonly Line[];
  start: WhatIfStart;
  onClose: () => void;
}) {
  const { scene, start } = props;
  const [from, setFrom] = useState(start.from);
  const [kind, setKind] = useState<Kind>('line');
  const [count, setCount] = useState('1');
  /** `text` null: not edited. */
  const [line, setLine] = useState<{ seq: number; text: string | null }>({
    seq: start.line?.seq ?? 0,
    text: null,
  });
  const [models, setModels] = useState({ profiles: {}, characterProfiles: {} });
  const [card, setCard] = useState<{ id: string; draft: Partial<CastCard> }>({
    id: scene.cast[0]?.id ?? '',
    draft: {},
  });
  const { busy, problem, act } = useAct();
  const rounds = Array.from({ length: lastPlayed(scene) }, (_, i) => i + 1).filter((n) => counts(scene, n));
  const choices = props.lines.filter(
    (one): one is Speech => one.type === 'speech' && canRewrite(scene, one, from),
  );
  const chosen = choices.find(({ seq }) => seq === line.seq) ?? choices.at(-1);
  const text = (line.seq === chosen?.seq ? line.text : null) ?? chosen?.text ?? '';
  const changes = {
    line: () =>
      chosen &&
      text.trim() !== '' &&
      text !== chosen.text && { line: { seq: chosen.seq, text: text.trim() } },
    model: () => profileChanges(models),
    card: () => Object.keys(card.draft).length > 0 && { characters: { change: { [card.id]: card.draft } } },
  }[kind]();
  const send = async () => {
    const body = { from, changes: changes || {}, k: Number(count) };
    const made = await act((key) => hand.branch(scene.id, body, key), JSON.stringify(body));
    const ids = made?.scenes.map(({ id }) => id);
    if (ids) go(whatIfAddress(scene.id, from, ids));
  };
  return (
    <FormMistakes.Provider value={problem?.errors ?? []}>
      <Sheet
        title="What if…"
        verb="Play again"
        busy={busy}
        ready={Boolean(changes)}
        onSend={() => void send()}
        onClose={props.onClose}
      >
        <p class="quiet small">
          Models are called only for prompts that the change affects; all other replies are reused.
        </p>
        <SelectField
          label="First round to play again"
          options={rounds.map((n) => [n, String(roundNumber(scene, n))] as const)}
          value={from}
          onChange={setFrom}
        />
        <SelectField
          label="Kind of change"
          // The cast of a game was dealt its words.
          options={KINDS.filter(([one]) => one !== 'card' || !scene.game)}
          value={kind}
          onChange={setKind}
        />
        {kind === 'line' && chosen && (
          <>
            <SelectField
              label="Line"
              options={choices.map((one) => [one.seq, previewLine(scene, one)] as const)}
              value={chosen.seq}
              onChange={(seq) => setLine({ seq, text: null })}
            />
            <TypedField
              label="New text"
              rows={4}
              maxLength={8000}
              value={text}
              onChange={(typed) => setLine({ seq: chosen.seq, text: typed })}
            />
          </>
        )}
        {kind === 'model' && (
          <AnswerFields
            scene={scene}
            draft={models}
            set={(part) => setModels((held) => ({ ...held, ...part }))}
          />
        )}
        {kind === 'card' && (
          <>
            <SelectField
              label="Character"
              options={scene.cast.map(({ id, name }) => [id, name] as const)}
              value={card.id}
              onChange={(id) => setCard({ id, draft: {} })}
            />
            <CardFields
              key={card.id}
              scene={scene.id}
              {...card}
              onChange={(part) => setCard((held) => ({ ...held, draft: { ...held.draft, ...part } }))}
            />
          </>
        )}
        <TypedField
          label="Number of branches"
          isNumber
          min={1}
          max={8}
          required
          value={count}
          onChange={setCount}
        />
        {problem && <ProblemNote problem={problem} />}
      </Sheet>
    </FormMistakes.Provider>
  );
}

/** True if the line is in the past of round `from`, or a player's line after it. */
function canRewrite(scene: Scene, line: Speech, from: number): boolean {
  const first = line.isHiddenFromPrompts ? null : findAffected(scene, line);
  return first !== null && (first <= from || line.actor.startsWith('persona:'));
}

const previewLine = (scene: Scene, { name, text, round }: Speech): string =>
  `${round ? `${roundNumber(scene, round)} · ` : ''}${name}: ${previewText(text).slice(0, PREVIEW_LENGTH)}`;

/** The fields of a character's card, with their current text. */
function CardFields(props: {
  scene: string;
  id: string;
  draft: Partial<CastCard>;
  onChange: (part: Partial<CastCard>) => void;
}) {
  const { scene, id, draft, onChange } = props;
  const { value, problem, reload } = useRead(() => hand.card(scene, id), id);
  if (!value)
    return problem ? <ProblemNote problem={problem} onRetry={reload} /> : <p class="quiet">Loading…</p>;
  return (
    <div class="fields one-column">
      <CastCardEditor
        card={{ ...value, ...draft }}
        at={`/changes/characters/change/${id}`}
        change={onChange}
      />
    </div>
  );
}
