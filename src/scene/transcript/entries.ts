import { type Answerer, answererKind, nameAnswerers } from '../../base/answerer';
import { formatRoll } from '../../base/dice';
import { cutAtLetter } from '../../base/fold-text';
import type { Event, EventOf, Viewer } from '../../contract/events/events';
import { type Alternatives, readAlternatives, readChange } from '../../contract/events/fold/edits';
import { withRoundAudience } from '../../contract/events/fold/hidden';
import { liveEvents } from '../../contract/events/fold/undone';
import { redactEvent } from '../../room/visibility';
import type { SceneState } from '../state';
import { isWhisper, listNames } from '../whispers';

export interface TranscriptEntry {
  seq: number;
  /** Round that heard it; 0: before the first. null: no round has answered it. */
  round: number | null;
  at: string;
  by: 'player' | 'character' | 'narrator' | 'judge';
  name: string;
  /** `say`, `narrate`, `roll`, or another kind that the speaker's profile may emit. */
  kind: string;
  text: string;
  /** Names of a whisper's audience without its speaker; null: public. */
  hearers: string[] | null;
  /** The model that wrote it; null: a person. */
  answerer: Answerer | null;
  /** All alternatives of the line, including `text`; unset if there is only one. */
  alternatives?: string[];
  chosen?: number;
  /** Hidden from prompts and from everyone except the owner. */
  isHidden?: true;
}

export interface TranscriptHead {
  scene: string;
  title: string;
  /** ISO times of the first and the last line; without lines, the creation time of the scene. */
  firstAt: string;
  lastAt: string;
  /** Unique names of speakers and whisper audiences; speakers first, in order of their first line. */
  players: string[];
  characters: string[];
  scenario: string;
  rounds: number;
  /** All `characters` and `players`, with a short description. */
  people: TranscriptPerson[];
  /** Names of the models that wrote lines here, including the understudy. */
  answerers: string[];
}

export interface TranscriptPerson {
  by: 'player' | 'character';
  name: string;
  /** Id of the cast member; null for a player, and for a character that was renamed since. */
  id: string | null;
  /** Index among all people of the scene, which determines the color. */
  place: number;
  /** A public sentence about the person; may be empty. */
  about: string;
}

type SpokenText = EventOf<'character.spoke' | 'judge.ruled' | 'player.spoke'>;
type Edit = EventOf<'line.edited'>['payload'];

interface Wording extends Alternatives {
  edit: Edit | undefined;
}

function readWording(seq: number, newestFirst: readonly Event[]): Wording | null {
  const own = newestFirst.filter(
    ({ kind, payload }) => (kind === 'line.edited' || kind === 'line.chosen') && payload.seq === seq,
  );
  const wordings = readAlternatives(own.toReversed().flatMap((event) => readChange(event) ?? [])).get(seq);
  if (!wordings) return null;
  const text = wordings.texts[wordings.chosen] ?? null;
  const edit = own.find((event) => event.kind === 'line.edited' && event.payload.text === text)?.payload;
  return { ...wordings, edit: edit as Edit | undefined };
}

/**
 * Lists the current conversation of a scene: without undone rounds and deleted lines, edited lines with their
 * current text, inputs at the start of the round that answers them, waiting lines last. Reads the ledger once
 * and keeps only lines in memory.
 *
 * @param newestFirst the ledger of the scene, newest event first
 * @param state the scene as of the newest of these events
 * @param viewer limits the lines to those visible to the viewer
 * @returns the lines, oldest first
 */
export function readTranscript(
  newestFirst: Iterable<Event>,
  state: Pick<SceneState, 'queue' | 'cast' | 'castOrder' | 'personas' | 'hiddenLines'>,
  viewer: Viewer,
): TranscriptEntry[] {
  const waiting = new Set(state.queue.map(({ seq }) => seq));
  /** Newest first, so a change comes before its line. */
  const changes: (EventOf<'line.edited'> | EventOf<'line.chosen'>)[] = [];
  /** The position of each input: the first start of its round. */
  const places = new Map<number, { entry: TranscriptEntry | null; round: number }>();
  const lines: { entry: TranscriptEntry | null }[] = [];
  const later: { entry: TranscriptEntry | null }[] = [];
  const show = (event: SpokenText, round: number | null): TranscriptEntry | null => {
    const mark = state.hiddenLines[event.seq];
    const shownEvent = mark === 'deleted' ? null : redactEvent(event, viewer, state.hiddenLines);
    if (!shownEvent) return null;
    const entry = toEntry(
      shownEvent as SpokenText,
      round,
      readWording(event.seq, changes),
      state as SceneState,
    );
    return mark === undefined ? entry : { ...entry, isHidden: true };
  };
  for (const event of liveEvents(newestFirst)) {
    switch (event.kind) {
      case 'line.edited':
      case 'line.chosen':
        changes.push(event);
        break;
      case 'character.spoke':
        lines.push({ entry: show(event, event.round ?? 0) });
        break;
      case 'judge.ruled':
        // Rulings before the end of the game are for the owner only, and not part of the conversation.
        if (event.audience.includes('*')) lines.push({ entry: show(event, event.round ?? 0) });
        break;
      case 'dice.rolled': {
        const { seq, at, round = 0, payload } = event;
        const text = `*rolls ${payload.notation}: ${formatRoll(payload)}*`;
        const by = payload.characterId === undefined ? 'player' : 'character';
        const roll = { by, name: payload.name, kind: 'roll', answerer: null } as const;
        lines.push({ entry: { seq, round, at, hearers: null, text, ...roll } });
        break;
      }
      case 'round.started':
        for (const seq of event.payload.inputs.toReversed()) {
          // A resumed round starts twice; the line belongs to the first start, which this loop reaches last.
          const place = { entry: null, round: event.round ?? event.payload.n };
          places.set(seq, place);
          lines.push(place);
        }
        break;
      case 'player.spoke': {
        const place = places.get(event.seq);
        if (place) place.entry = show(withRoundAudience(event), place.round);
        else if (waiting.has(event.seq)) later.push({ entry: show(event, null) });
        // Whispers between players have no round. Other lines without one were dropped or undone.
        else if (event.payload.whisper && event.payload.to.length === 0)
          lines.push({ entry: show(withRoundAudience(event), null) });
        break;
      }
      default:
    }
  }
  return [...lines.reverse(), ...later.reverse()].flatMap(({ entry }) => entry ?? []);
}

function toEntry(
  { seq, at, actor, audience, ...event }: SpokenText,
  round: number | null,
  wording: Wording | null,
  state: SceneState,
): TranscriptEntry {
  const hearers = isWhisper({ audience }) ? listNames(state, audience, actor) : null;
  const { edit, texts = [], chosen = 0 } = wording ?? {};
  const others = texts.length > 1 && { alternatives: texts.map((one) => one ?? event.payload.text), chosen };
  const line = { seq, round, at, hearers, text: edit?.text ?? event.payload.text, ...others };
  if (event.kind === 'player.spoke')
    return { ...line, by: 'player', name: event.payload.name, kind: 'say', answerer: null };
  const answerer = edit ? editAnswerer(edit) : answererKind(event.payload);
  if (event.kind === 'judge.ruled') return { ...line, by: 'judge', name: 'Judge', kind: 'rule', answerer };
  const { name, kind } = event.payload;
  const by = actor === 'narrator' ? 'narrator' : 'character';
  return { ...line, by, name, kind: edit?.kind ?? kind, answerer };
}

const editAnswerer = ({ provider, model }: Edit): Answerer | null =>
  provider === undefined ? null : answererKind({ provider, model });

type HeadState = Pick<
  SceneState,
  'id' | 'title' | 'createdAt' | 'personas' | 'cast' | 'castOrder' | 'scenario'
>;

/** Builds the head from these lines; it names only people in them. */
export function transcriptHead(state: HeadState, entries: readonly TranscriptEntry[]): TranscriptHead {
  const { id, title, createdAt, personas, scenario } = state;
  const isPlayer = (name: string) => personas.some((persona) => persona.name === name);
  const namesOfAll = (by: TranscriptEntry['by']) => [
    ...entries.flatMap((entry) => (entry.by === by ? entry.name : [])),
    ...entries.flatMap(({ hearers }) =>
      (hearers ?? []).filter((name) => isPlayer(name) === (by === 'player')),
    ),
  ];
  const times = entries.map(({ at }) => at).sort();
  const players = [...new Set(namesOfAll('player'))];
  const characters = [...new Set(namesOfAll('character'))];
  return {
    ...{ scene: id, title, firstAt: times[0] ?? createdAt, lastAt: times.at(-1) ?? createdAt },
    ...{ players, characters, scenario, people: describePeople(state, characters, players) },
    rounds: new Set(entries.flatMap(({ round }) => round || [])).size,
    // Opening lines are the author's, not a model's.
    answerers: nameAnswerers(
      entries.flatMap(({ answerer }) => (answerer && answerer.provider !== 'author' ? answerer : [])),
    ),
  };
}

function describePeople(
  { cast, castOrder, personas }: HeadState,
  characters: readonly string[],
  players: readonly string[],
): TranscriptPerson[] {
  const members = castOrder.flatMap((id) => cast[id] ?? []);
  let place = members.length + personas.length;
  const ofCast = characters.map((name): TranscriptPerson => {
    const at = members.findIndex((member) => member.name === name);
    const member = members[at];
    const about = firstSentence(member?.description ?? '');
    return { by: 'character', name, id: member?.id ?? null, place: member ? at : place++, about };
  });
  const ofPlayers = players.map((name): TranscriptPerson => {
    const at = personas.findIndex((persona) => persona.name === name);
    const about = firstSentence(personas[at]?.description ?? '');
    return { by: 'player', name, id: null, place: at < 0 ? place++ : members.length + at, about };
  });
  return [...ofCast, ...ofPlayers];
}

const ABOUT_CHARS = 160;

/** The first sentence of a description; empty if it is a list of traits or macros. */
function firstSentence(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const sentence = /^.*?[.!?…](?=\s|$)/u.exec(line)?.[0] ?? line;
  if (/[{}[\]=]/.test(sentence)) return '';
  return sentence.length > ABOUT_CHARS
    ? `${cutAtLetter(sentence, ABOUT_CHARS).replace(/\s+\S*$/, '')}…`
    : sentence;
}
