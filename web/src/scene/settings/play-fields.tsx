import type { Direction, SceneSettings } from '../../../../src/contract/context';
import { GroupFrame } from '../../kit/form/field-frame';
import { area, type Choices, check, choice, type FieldList, Fields, number } from '../../kit/form/field-list';
import { AreaField, ChoiceField, NumberField } from '../../kit/form/fields';
import { useField } from '../../kit/form/form-context';
import { lower } from '../../words/say';
import { BUILT_IN_RULES, type PlayDraft, type RuleOption, USUAL_TALK } from './play-draft';

const DIRECTORS: Choices<SceneSettings['director']> = [
  ['auto', 'Automatic'],
  ['full', 'A director, before and after the replies'],
  ['light', 'A light director, with one short call'],
  ['off', 'No director: a rule picks the speakers'],
];
const DIRECTOR_HINTS: Record<SceneSettings['director'], string> = {
  auto: 'One character answers one player at once; with more of either, a director leads before and after the replies.',
  full: 'Chooses who speaks, guides them, moves characters in and out, and updates the world.',
  light: 'Chooses who speaks, with a cue; replies come sooner, and moods and world are updated afterwards.',
  off: 'Models only write lines: addressed characters enter, moods follow the lines, and you change the world by hand.',
};
const SPEAKERS: Choices<SceneSettings['speakers']> = [
  ['natural', 'By talkativeness'],
  ['inTurn', 'One at a time'],
  ['all', 'Everyone present'],
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
  ['slow', 'Slow: let moments breathe'],
  ['even', 'Normal'],
  ['fast', 'Fast: keep things moving'],
];
const SPOTLIGHTS: Choices<Direction['spotlight']> = [
  ['players', 'On the players'],
  ['even', 'Evenly on everyone'],
  ['cast', "On the characters' own business"],
];
const YIELDS: Choices<Direction['yields']> = [
  ['soon', 'Early'],
  ['even', 'Normal'],
  ['late', 'Late'],
];
const DIRECTION: FieldList<PlayDraft['direction']> = {
  tone: area('Tone', { hint: 'In your own words, such as dry comedy or slow dread.', rows: 2 }),
  pacing: choice('Pace', PACINGS, { hint: 'How quickly events follow each other.' }),
  spotlight: choice('Spotlight', SPOTLIGHTS, { hint: 'Who the story focuses on.' }),
  yields: choice('Hand back to players', YIELDS, {
    hint: "How long characters talk before it is the players' turn again.",
  }),
};

interface PlayProps {
  play: PlayDraft;
  /** Characters whose length and talkativeness can be chosen. */
  cast: readonly { id: string; name: string }[];
  set: (change: Partial<PlayDraft>) => void;
}

/** Chooses the director. Each choice explains its effect. */
export function DirectorField({ play, set }: Pick<PlayProps, 'play' | 'set'>) {
  const marks = useField('/settings/director', false);
  return (
    <GroupFrame label="Director" marks={marks}>
      {DIRECTORS.map(([value, words]) => (
        <label key={value} class="check">
          <input
            type="radio"
            name="director"
            checked={play.director === value}
            onChange={() => set({ director: value })}
          />
          <span>
            {words}
            <small class="quiet">{DIRECTOR_HINTS[value]}</small>
          </span>
        </label>
      ))}
    </GroupFrame>
  );
}

/** Edits turn order, reply length and instructions. */
export function PlayFields({ play, cast, set }: PlayProps) {
  const fields: FieldList<PlayDraft> = {
    direction: {
      when: ({ director }) => director !== 'off',
      draw: ({ pointer, value, onChange }) => (
        <details>
          <summary>Direction style</summary>
          <Fields
            fields={DIRECTION}
            at={pointer}
            values={value}
            onChange={(part) => onChange({ ...value, ...part })}
          />
        </details>
      ),
    },
    approvePlans: check("Approve the director's plans", {
      hint: "Each round waits for you to approve the director's plan, with or without changes.",
      when: ({ director }) => director !== 'off',
    }),
    speakers: choice('Turn order', SPEAKERS, {
      hint: 'When no one is addressed or mentioned. Addressed characters answer first.',
      when: ({ director }) => director === 'off',
    }),
    talkativeness: {
      when: ({ director, speakers }) => director === 'off' && speakers === 'natural',
      draw: ({ pointer, value, onChange }) =>
        cast.map(({ id, name }) => (
          <NumberField
            key={id}
            label={`Talkativeness of ${name} (%)`}
            pointer={`${pointer}/${id}`}
            hint="0: only when addressed. 100: every round."
            placeholder={String(USUAL_TALK)}
            min={0}
            max={100}
            value={value[id] ?? null}
            onChange={(percent) => onChange({ ...value, [id]: percent })}
          />
        )),
    },
    maxActors: number('Max characters per round', {
      hint: 'Addressed characters always act.',
      ...{ min: 1, max: 50 },
    }),
    length: choice('Reply length', LENGTHS, {
      hint: 'For characters and narrator. Models follow it roughly.',
    }),
    lengths: {
      when: () => cast.length > 0,
      draw: ({ pointer, value, onChange }) => (
        <details>
          <summary>A different length for one character</summary>
          {cast.map(({ id, name }) => (
            <ChoiceField
              key={id}
              label={name}
              pointer={`${pointer}/${id}`}
              options={[['', 'same as the others'], ...LENGTHS]}
              value={value[id] ?? ''}
              onChange={(chosen) => onChange({ ...value, [id]: chosen })}
            />
          ))}
        </details>
      ),
    },
    playersChoose: check('Players can pick alternative replies', {
      hint: 'Only replies to their own lines.',
    }),
  };
  return (
    <>
      <Fields fields={fields} at="/settings" values={play} onChange={set} />
      <details>
        <summary>Role-play instructions</summary>
        <p class="quiet small">
          Sent to characters and narrator. Prompts for small models use their own instructions.
        </p>
        <RuleField play={play} set={set} whose="character" label="Character instructions" />
        <RuleField play={play} set={set} whose="narrator" label="Narrator instructions" />
      </details>
    </>
  );
}

function RuleField(props: Omit<PlayProps, 'cast'> & { whose: RuleOption; label: string }) {
  const { play, set, whose, label } = props;
  const [text, builtIn] = [play.rules[whose], BUILT_IN_RULES[whose]];
  const change = (words: string | null) =>
    set({ rules: { ...play.rules, [whose]: words === builtIn ? null : words } });
  return (
    <>
      <AreaField
        label={label}
        pointer={`/settings/rules/${whose}`}
        hint={text === null ? 'These are the defaults. Edit them as you like.' : 'Empty: the defaults.'}
        rows={5}
        value={text ?? builtIn}
        onChange={change}
      />
      <button type="button" disabled={text === null} onClick={() => change(null)}>
        Reset {lower(label)}
      </button>
    </>
  );
}
