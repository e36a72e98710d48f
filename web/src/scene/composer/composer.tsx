import { ArrowUp, ChevronsRight, Square } from 'lucide';
import { useRef, useState } from 'preact/hooks';
import { DICE_NOTATION } from '../../../../src/base/dice';
import type { Event } from '../../../../src/contract/events/events';
import type { RollDice } from '../../../../src/contract/rounds';
import { api } from '../../api/api';
import { onSubmit } from '../../kit/form/on-submit';
import { Icon } from '../../kit/icon';
import { ProblemNote } from '../../kit/problem-note';
import { useAct } from '../../kit/use-act';
import type { OutgoingText } from '../lines/outbox';
import { type AnyScene, findSeat, isOwn, personasToSpeak } from '../who';
import { ComposerChips } from './composer-chips';
import { MentionField } from './mention-field';
import { type DraftText, useDraft } from './use-draft';
import { WriteForMe } from './write-for-me';

const MODES: [DraftText['mode'], string][] = [
  ['say', 'Say'],
  ['whisper', 'Whisper'],
  ['note', 'Note'],
];
/** Most characters of a line and of a note, as the API has them. */
const MOST: Record<DraftText['mode'], number> = { say: 8000, whisper: 8000, note: 4000 };
const VERBS: Record<DraftText['mode'], string> = { say: 'Send', whisper: 'Whisper', note: 'Keep' };

interface ComposerProps {
  scene: AnyScene;
  /** ID of the persona that speaks here; undefined: none, so only notes are possible. */
  persona: string | undefined;
  onPersona: (id: string) => void;
  onSay: (said: OutgoingText) => void;
  onTyping: (on: boolean, as?: string) => void;
  /** The room's events, which deliver a drafted line. */
  events: readonly Event[];
}

/** One growing row to speak, whisper and take notes. Unsent text survives a reload. */
export function Composer({ scene, persona, onPersona, onSay, onTyping, events }: ComposerProps) {
  const personas = personasToSpeak(scene);
  const speaker = personas.find(({ id }) => id === persona);
  const seat = findSeat(scene);
  const over = scene.status === 'finished';
  const [draft, change] = useDraft(scene.id, speaker?.id ?? 'notes');
  const field = useRef<HTMLTextAreaElement>(null);
  const tellTyping = (on: boolean) => {
    if (speaker) onTyping(on, speaker.id);
  };
  const modes = speaker && !over ? MODES.filter(([mode]) => mode !== 'whisper' || !scene.game) : [];
  const mode = modes.some(([one]) => one === draft.mode) ? draft.mode : speaker && !over ? 'say' : 'note';
  const to = readRecipients(scene, speaker?.id, draft.to);
  const text = draft.text.trim();
  const isClue = mode === 'say' && speaker !== undefined && scene.table?.people.includes(speaker.id);
  const label = isClue ? `Clue by ${speaker.name}` : modeLabel(mode, speaker?.name);
  const excess = text.length - MOST[mode];
  const roll = mode === 'say' ? readRoll(text, scene.cast) : null;
  const isRollable = roll === null || DICE_NOTATION.test(roll.notation);
  const ready = text !== '' && excess <= 0 && (mode !== 'whisper' || to.length > 0) && isRollable;
  const [stopped, setStopped] = useState<StoppedRound | null>(null);
  const isStopped = stopped !== null && (scene.round?.n ?? stopped.n) === stopped.n;
  const mayGoOn = !over && (speaker !== undefined || seat === null);

  const send = () => {
    if (!ready) return;
    tellTyping(false);
    onSay(readText(text, mode, to, speaker?.id, roll));
    change({ text: '' });
    field.current?.focus();
  };
  return (
    <form
      class={`composer ${mode}`}
      aria-label={speaker ? 'Speak' : 'Private notes'}
      onSubmit={onSubmit(send)}
    >
      {!speaker && <p class="quiet hint">{notesOnlyReason(over, seat?.role)}</p>}
      {over && speaker && <p class="quiet hint">The scene is finished and takes no more turns.</p>}
      {mode === 'whisper' && (
        <Recipients
          scene={scene}
          speaker={speaker?.id}
          chosen={to}
          onChoose={(chosen) => change({ to: chosen })}
        />
      )}
      {/* The field comes first for whoever goes by Tab; the chips are drawn before it. */}
      <div class="composer-row">
        <MentionField
          field={field}
          text={draft.text}
          label={label}
          placeholder={`${label}…`}
          describedBy="composer-hint"
          people={mode === 'say' ? scene.cast : []}
          most={MOST[mode]}
          onText={(next) => {
            change({ text: next, mode });
            if (mode === 'say') tellTyping(next.trim() !== '');
          }}
          onSend={send}
          onBlur={() => tellTyping(false)}
        />
        <span id="composer-hint" class="sr-only">
          {modeHint(mode, to)}
        </span>
        {modes.length > 0 && (
          <ComposerChips
            personas={personas}
            speaker={speaker?.id}
            onPersona={onPersona}
            modes={modes}
            mode={mode}
            onMode={(next) => change({ mode: next })}
            cast={mode === 'say' && !scene.game ? scene.cast : null}
            to={to.find((who) => who.startsWith('character:')) ?? ''}
            onTo={(who) => change({ to: who ? [who] : [] })}
          />
        )}
        <div class="composer-deeds">
          {speaker && mode === 'say' && !over && !scene.game && (
            <WriteForMe
              key={speaker.id}
              scene={scene.id}
              persona={speaker.id}
              text={draft.text}
              events={events}
              onText={(written) => change({ text: written })}
            />
          )}
          {scene.round && isOwn(scene) ? (
            <Stop scene={scene.id} n={scene.round.n} stopped={stopped} onStop={setStopped} />
          ) : (
            mayGoOn && <Continue scene={scene.id} persona={speaker?.id} />
          )}
          <button
            type="submit"
            class="primary send"
            aria-label={VERBS[mode]}
            title={`${VERBS[mode]}. ${modeHint(mode, to)}`}
            disabled={!ready}
          >
            <Icon of={ArrowUp} />
          </button>
        </div>
      </div>
      {isStopped && (
        <p class="quiet hint" role="status">
          {stopped.isDone ? 'Stopped.' : 'Stopping…'}
        </p>
      )}
      {(roll !== null || (mode === 'say' && text === '/')) && (
        <p class={roll && !ROLL_BEGUN.test(roll.notation) ? 'hint mistake' : 'quiet hint'} role="status">
          Type /roll 2d6+1 to roll dice that everyone sees: up to 20 dice with 2 to 1000 sides. Add @ and a
          name to let a character roll.
        </p>
      )}
      {excess > 0 && (
        <p class="hint mistake" role="status">
          This is {excess} characters too long; the limit is {MOST[mode]}.
        </p>
      )}
      {mode === 'whisper' && to.length === 0 && <p class="quiet hint">Choose who can hear the whisper.</p>}
    </form>
  );
}

/** Continues the scene without a line. Retries after a lost connection take effect once. */
function Continue({ scene, persona }: { scene: string; persona: string | undefined }) {
  const { busy, problem, act } = useAct();
  const input = { type: 'continuation' as const, to: [], ...(persona ? { personaId: persona } : {}) };
  return (
    <>
      {problem && <ProblemNote problem={problem} />}
      <button
        type="button"
        class="plain icon-button"
        aria-label="Continue"
        title="Continue the scene without a line from you"
        disabled={busy}
        onClick={() => void act((key) => api.turn(scene, input, key))}
      >
        <Icon of={ChevronsRight} />
      </button>
    </>
  );
}

/** The round that the owner stopped here; done once the room has confirmed it. */
interface StoppedRound {
  n: number;
  isDone: boolean;
}

/** Cancels the current round. */
function Stop(props: {
  scene: string;
  n: number;
  stopped: StoppedRound | null;
  onStop: (stopped: StoppedRound | null) => void;
}) {
  const { scene, n, stopped, onStop } = props;
  const { problem, act } = useAct();
  const stop = async () => {
    onStop({ n, isDone: false });
    const isDone = (await act(() => api.cancelRound(scene))) !== null;
    onStop(isDone ? { n, isDone } : null);
  };
  return (
    <>
      {problem && <ProblemNote problem={problem} />}
      <button
        type="button"
        class="plain icon-button"
        aria-label="Stop"
        title="Stop"
        disabled={stopped?.n === n}
        onClick={() => void stop()}
      >
        <Icon of={Square} />
      </button>
    </>
  );
}

/** Returns the chosen hearers who are still there. */
function readRecipients(scene: AnyScene, speaker: string | undefined, to: readonly string[]): string[] {
  const presentIds = new Set([
    ...scene.cast.map(({ id }) => `character:${id}`),
    ...scene.personas.flatMap(({ id }) => (id === speaker ? [] : `persona:${id}`)),
  ]);
  return to.filter((who) => presentIds.has(who));
}

function readText(
  text: string,
  mode: DraftText['mode'],
  to: string[],
  personaId: string | undefined,
  roll: Roll | null,
): OutgoingText {
  if (mode === 'note' || personaId === undefined) return { type: 'note', text };
  if (roll !== null) return { type: 'roll', roll: { ...roll, personaId } };
  const input = { type: 'user' as const, text, personaId };
  if (mode === 'whisper') return { type: 'turn', input: { ...input, to, whisper: true } };
  return { type: 'turn', input: { ...input, to: to.filter((who) => who.startsWith('character:')) } };
}

/** The beginning of a dice notation, which may be complete. */
const ROLL_BEGUN = /^\d{0,2}d?\d{0,4}[+-]?\d{0,4}$/;

type Roll = Pick<RollDice, 'notation' | 'characterId'>;

/** Reads `/roll 2d6+1`, with `@` and a character that rolls; null if the text is no roll. */
function readRoll(text: string, cast: AnyScene['cast']): Roll | null {
  if (!/^\/roll(?:\s|$)/i.test(text)) return null;
  const [dice = '', name] = text.slice('/roll'.length).split('@');
  const wanted = name?.trim().toLowerCase();
  const member = cast.find(({ id, name }) => wanted === id || wanted === name.toLowerCase());
  const notation = dice.replaceAll(/\s/g, '').toLowerCase();
  // An unknown name makes the notation invalid, too.
  return {
    notation: name === undefined || member ? notation : `${notation}@`,
    ...(member && { characterId: member.id }),
  };
}

function modeLabel(mode: DraftText['mode'], name: string | undefined): string {
  if (mode === 'note') return 'A note for yourself';
  return mode === 'whisper' ? `What ${name} whispers` : `What ${name} says`;
}

/** Returns the hint for sending; anything still missing comes first. */
function modeHint(mode: DraftText['mode'], to: readonly string[]): string {
  if (mode === 'note') return 'Only you and the scene owner see notes';
  if (mode === 'whisper' && to.length === 0) return 'Choose who can hear the whisper';
  return 'Enter to send, Shift+Enter for a new line';
}

function notesOnlyReason(over: boolean, role: 'player' | 'spectator' | undefined): string {
  if (over) return 'The scene is finished and takes no more turns.';
  if (role === 'spectator') return 'You are watching this scene.';
  if (role === 'player') return 'You are watching until the owner gives you a role.';
  return 'This scene has no players and continues by itself.';
}

/** Chooses the audience of a whisper: characters and players. */
function Recipients(props: {
  scene: AnyScene;
  speaker: string | undefined;
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}) {
  const { scene, speaker, chosen } = props;
  const people = [
    ...scene.cast.map(({ id, name }) => ({ who: `character:${id}`, name })),
    ...scene.personas
      .filter(({ id }) => id !== speaker)
      .map(({ id, name }) => ({ who: `persona:${id}`, name })),
  ];
  return (
    <fieldset class="hearers">
      <legend class="label">Only they can hear it</legend>
      {people.map(({ who, name }) => (
        <label key={who}>
          <input
            type="checkbox"
            checked={chosen.includes(who)}
            onChange={(changed) =>
              props.onChoose(
                changed.currentTarget.checked ? [...chosen, who] : chosen.filter((other) => other !== who),
              )
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
