import type { Direction, SceneSettings } from '../../../../src/contract/context';
import { area, type Choices, check, choice, type FieldList, Fields, number } from '../../kit/form/field-list';
import { AreaField, ChoiceField, NumberField } from '../../kit/form/fields';
import { lower } from '../../words/say';
import { BUILT_IN_RULES, type PlayDraft, type RuleOf, USUAL_TALK } from './play-draft';

const DIRECTORS: Choices<SceneSettings['director']> = [
  ['full', 'A director, before and after the lines'],
  ['light', 'A light director, in one short call'],
  ['off', 'Nobody: a rule says who speaks'],
];
const DIRECTOR_HINTS: Record<SceneSettings['director'], string> = {
  full: 'It chooses who speaks, gives them guidance, lets characters come and go, and keeps the world.',
  light:
    'It says who speaks, with a cue. Lines come sooner; moods and world are kept after them, unless somebody waits.',
  off: 'Models are asked for lines alone. Who is addressed comes in; moods follow the lines; the world changes by your hand.',
};
const SPEAKERS: Choices<SceneSettings['speakers']> = [
  ['natural', 'Those who like to talk'],
  ['inTurn', 'One, in turn'],
  ['all', 'Everyone who is there'],
];
const LENGTHS: Choices = [
  ['short', 'Short: one or two sentences'],
  ['medium', 'Medium: one or two short paragraphs'],
  ['long', 'Long: three or four paragraphs'],
  ...Array.from(
    { length: 12 },
    (_, i) => [String(i + 1), `${i + 1} paragraph${i === 0 ? '' : 's'}`] as const,
  ),
];
const PACINGS: Choices<Direction['pacing']> = [
  ['slow', 'Slow: moments may stand'],
  ['even', 'As it comes'],
  ['fast', 'Fast: it keeps moving'],
];
const SPOTLIGHTS: Choices<Direction['spotlight']> = [
  ['players', 'On the players'],
  ['even', 'On all alike'],
  ['cast', 'On what the characters do among themselves'],
];
const YIELDS: Choices<Direction['yields']> = [
  ['soon', 'Soon'],
  ['even', 'As it comes'],
  ['late', 'Late'],
];
const DIRECTION: FieldList<PlayDraft['direction']> = {
  tone: area('The tone', { hint: 'In your own words: dry comedy, say, or slow dread.', rows: 2 }),
  pacing: choice('The pace', PACINGS, { hint: 'How fast one thing follows another.' }),
  spotlight: choice('The spotlight', SPOTLIGHTS, { hint: 'Around whom it turns.' }),
  yields: choice('Leaves the word to the players', YIELDS, {
    hint: 'How long characters carry on before players have the word again.',
  }),
};

interface PlayProps {
  play: PlayDraft;
  /** Characters whose length and talkativeness can be chosen. */
  cast: readonly { id: string; name: string }[];
  set: (change: Partial<PlayDraft>) => void;
}

/** Chooses who leads the scene, who speaks, how long and by which rules. */
export function PlayFields({ play, cast, set }: PlayProps) {
  const fields: FieldList<PlayDraft> = {
    director: choice('Who leads the scene', DIRECTORS, { hint: DIRECTOR_HINTS[play.director] }),
    direction: {
      when: ({ director }) => director !== 'off',
      draw: ({ pointer, value, onChange }) => (
        <details>
          <summary>How the director leads</summary>
          <Fields
            fields={DIRECTION}
            at={pointer}
            values={value}
            onChange={(part) => onChange({ ...value, ...part })}
          />
        </details>
      ),
    },
    speakers: choice('Who speaks', SPEAKERS, {
      hint: 'Where nobody is addressed, or named in what was said: those answer first.',
      when: ({ director }) => director === 'off',
    }),
    talkativeness: {
      when: ({ director, speakers }) => director === 'off' && speakers === 'natural',
      draw: ({ pointer, value, onChange }) =>
        cast.map(({ id, name }) => (
          <NumberField
            key={id}
            label={`How readily ${name} talks, in percent`}
            pointer={`${pointer}/${id}`}
            hint="0: only when spoken to. 100: in every round."
            placeholder={String(USUAL_TALK)}
            min={0}
            max={100}
            value={value[id] ?? null}
            onChange={(percent) => onChange({ ...value, [id]: percent })}
          />
        )),
    },
    maxActors: number('Most characters that act, each time', {
      hint: 'Whoever is addressed acts in any case.',
      ...{ min: 1, max: 50 },
    }),
    length: choice('Length of a line', LENGTHS, {
      hint: 'Of characters and narrator. Models keep to it roughly.',
    }),
    lengths: {
      when: () => cast.length > 0,
      draw: ({ pointer, value, onChange }) => (
        <details>
          <summary>Another length for one character</summary>
          {cast.map(({ id, name }) => (
            <ChoiceField
              key={id}
              label={name}
              pointer={`${pointer}/${id}`}
              options={[['', 'As all others'], ...LENGTHS]}
              value={value[id] ?? ''}
              onChange={(chosen) => onChange({ ...value, [id]: chosen })}
            />
          ))}
        </details>
      ),
    },
    playersChoose: check('Players choose among wordings', {
      hint: 'Of lines that answer them. You always may.',
    }),
  };
  return (
    <>
      <Fields fields={fields} at="/settings" values={play} onChange={set} />
      <details>
        <summary>Rules of playing</summary>
        <p class="quiet small">
          What characters and narrator are told of how to play. Prompts for small models have rules of their
          own.
        </p>
        <RuleField play={play} set={set} whose="character" label="Rules of the characters" />
        <RuleField play={play} set={set} whose="narrator" label="Rules of the narrator" />
      </details>
    </>
  );
}

function RuleField(props: Omit<PlayProps, 'cast'> & { whose: RuleOf; label: string }) {
  const { play, set, whose, label } = props;
  const [text, builtIn] = [play.rules[whose], BUILT_IN_RULES[whose]];
  const change = (words: string | null) =>
    set({ rules: { ...play.rules, [whose]: words === builtIn ? null : words } });
  return (
    <>
      <AreaField
        label={label}
        pointer={`/settings/rules/${whose}`}
        hint={
          text === null
            ? 'These are the built-in rules. Change them as you like.'
            : 'Left empty: the built-in rules.'
        }
        rows={5}
        value={text ?? builtIn}
        onChange={change}
      />
      <button type="button" disabled={text === null} onClick={() => change(null)}>
        Reset the {lower(label)}
      </button>
    </>
  );
}
