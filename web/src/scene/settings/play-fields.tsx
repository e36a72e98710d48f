import type { Direction, SceneSettings } from '../../../../src/contract/context';
import { AreaField, CheckField, ChoiceField, NumberField } from '../../kit/form/fields';
import { lower } from '../../words/say';
import { BUILT_IN_RULES, type PlayDraft, type RuleOf, USUAL_TALK } from './play-draft';

type Choices<T extends string> = readonly (readonly [T, string])[];

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
const LENGTHS: Choices<string> = [
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

interface PlayProps {
  play: PlayDraft;
  /** Characters whose length and talkativeness can be chosen. */
  cast: readonly { id: string; name: string }[];
  set: (change: Partial<PlayDraft>) => void;
}

/** Chooses who leads the scene, who speaks, how long and by which rules. */
export function PlayFields(props: PlayProps) {
  const { play, set } = props;
  return (
    <>
      <ChoiceField
        label="Who leads the scene"
        pointer="/settings/director"
        hint={DIRECTOR_HINTS[play.director]}
        options={DIRECTORS}
        value={play.director}
        onChange={(director) => set({ director })}
      />
      {play.director === 'off' ? <SpeakerFields {...props} /> : <DirectionFields {...props} />}
      <NumberField
        label="Most characters that act, each time"
        pointer="/settings/maxActors"
        hint="Whoever is addressed acts in any case."
        min={1}
        max={50}
        value={play.maxActors}
        onChange={(maxActors) => set({ maxActors })}
      />
      <LengthFields {...props} />
      <CheckField
        label="Players choose among wordings"
        pointer="/settings/playersChoose"
        hint="Of lines that answer them. You always may."
        value={play.playersChoose}
        onChange={(playersChoose) => set({ playersChoose })}
      />
      <details>
        <summary>Rules of playing</summary>
        <p class="quiet small">
          What characters and narrator are told of how to play. Prompts in the layouts “flat” and “small” have
          rules of their own.
        </p>
        <RuleField {...props} whose="character" label="Rules of the characters" />
        <RuleField {...props} whose="narrator" label="Rules of the narrator" />
      </details>
    </>
  );
}

function SpeakerFields({ play, cast, set }: PlayProps) {
  const { talkativeness } = play;
  return (
    <>
      <ChoiceField
        label="Who speaks"
        pointer="/settings/speakers"
        hint="Where nobody is addressed, or named in what was said: those answer first."
        options={SPEAKERS}
        value={play.speakers}
        onChange={(speakers) => set({ speakers })}
      />
      {play.speakers === 'natural' &&
        cast.map(({ id, name }) => (
          <NumberField
            key={id}
            label={`How readily ${name} talks, in percent`}
            pointer={`/settings/talkativeness/${id}`}
            hint="0: only when spoken to. 100: in every round."
            placeholder={String(USUAL_TALK)}
            min={0}
            max={100}
            value={talkativeness[id] ?? null}
            onChange={(percent) => set({ talkativeness: { ...talkativeness, [id]: percent } })}
          />
        ))}
    </>
  );
}

function DirectionFields({ play: { direction }, set }: PlayProps) {
  const change = (part: Partial<PlayDraft['direction']>) => set({ direction: { ...direction, ...part } });
  return (
    <details>
      <summary>How the director leads</summary>
      <AreaField
        label="The tone"
        pointer="/settings/direction/tone"
        hint="In your own words: dry comedy, say, or slow dread."
        rows={2}
        value={direction.tone}
        onChange={(tone) => change({ tone })}
      />
      <ChoiceField
        label="The pace"
        pointer="/settings/direction/pacing"
        hint="How fast one thing follows another."
        options={PACINGS}
        value={direction.pacing}
        onChange={(pacing) => change({ pacing })}
      />
      <ChoiceField
        label="The spotlight"
        pointer="/settings/direction/spotlight"
        hint="Around whom it turns."
        options={SPOTLIGHTS}
        value={direction.spotlight}
        onChange={(spotlight) => change({ spotlight })}
      />
      <ChoiceField
        label="Leaves the word to the players"
        pointer="/settings/direction/yields"
        hint="How long characters carry on before players have the word again."
        options={YIELDS}
        value={direction.yields}
        onChange={(yields) => change({ yields })}
      />
    </details>
  );
}

function LengthFields({ play: { length, lengths }, cast, set }: PlayProps) {
  return (
    <>
      <ChoiceField
        label="Length of a line"
        pointer="/settings/length"
        hint="Of characters and narrator. Models keep to it roughly."
        options={LENGTHS}
        value={length}
        onChange={(chosen) => set({ length: chosen })}
      />
      {cast.length > 0 && (
        <details>
          <summary>Another length for one character</summary>
          {cast.map(({ id, name }) => (
            <ChoiceField
              key={id}
              label={name}
              pointer={`/settings/lengths/${id}`}
              options={[['', 'As all others'], ...LENGTHS]}
              value={lengths[id] ?? ''}
              onChange={(chosen) => set({ lengths: { ...lengths, [id]: chosen } })}
            />
          ))}
        </details>
      )}
    </>
  );
}

function RuleField({ play: { rules }, set, whose, label }: PlayProps & { whose: RuleOf; label: string }) {
  const [text, builtIn] = [rules[whose], BUILT_IN_RULES[whose]];
  const change = (words: string | null) =>
    set({ rules: { ...rules, [whose]: words === builtIn ? null : words } });
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
