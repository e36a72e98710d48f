import { type Answerer, answererOf, nameAnswerers } from '../../base/answerer';
import { cutAtLetter } from '../../base/fold-text';
import type { Event, EventOf, Viewer } from '../../contract/events/events';
import { type Alternatives, readAlternatives, readChange } from '../../contract/events/fold/edits';
import { asHeard } from '../../contract/events/fold/hidden';
import { liveEvents } from '../../contract/events/fold/undone';
import { showEvent } from '../../room/visibility';
import type { SceneState } from '../state';
import { isWhisper, namesOf } from '../whispers';

/** A line of a conversation, whatever file it comes from or goes into. */
export interface TranscriptEntry {
  /** Position in the ledger. */
  seq: number;
  /** Round it was heard in; 0: before the first. Null: no round has answered it. */
  round: number | null;
  /** Time at which it was said (ISO). */
  at: string;
  by: 'player' | 'character' | 'narrator' | 'judge';
  name: string;
  /** `say`, `narrate`, or what else the speaker's profile may emit. */
  kind: string;
  text: string;
  /** Names of those who hear a whisper beside its speaker; null: everyone heard it. */
  hearers: string[] | null;
  /** The model that wrote it; null: a person did. */
  answerer: Answerer | null;
  /** Every wording that the line has had at the choice of its reader, `text` among them; absent without any. */
  alternatives?: string[];
  /** Index of `text` in `alternatives`. */
  chosen?: number;
  /** Hidden from prompts: the owner alone reads it. */
  isHidden?: true;
}

/** The title page of a transcript. */
export interface TranscriptHead {
  scene: string;
  title: string;
  /** When the first and the last line was said (ISO); of a scene without lines, when it was made. */
  firstAt: string;
  lastAt: string;
  /** Names of those who speak or hear a whisper, each once; those who speak first, in the order in which they do. */
  players: string[];
  characters: string[];
  /** The scenario, as everybody in the scene reads it. */
  scenario: string;
  /** Number of rounds that have lines here. */
  rounds: number;
  /** Everybody of `characters` and `players`, with what a programme says of them. */
  people: TranscriptPerson[];
  /** Names of the models that wrote lines here, the offline stand-in among them. */
  answerers: string[];
}

export interface TranscriptPerson {
  by: 'player' | 'character';
  name: string;
  /** Id of the member of the cast; null for a player, and for a character that is called otherwise now. */
  id: string | null;
  /** Place among all that the scene has, which colours are given by. */
  place: number;
  /** A sentence of what everybody knows of them; may be empty. */
  about: string;
}

type Said = EventOf<'character.spoke' | 'judge.ruled' | 'player.spoke'>;
type Edit = EventOf<'line.edited'>['payload'];

/** The wordings of a line, and the edit that its present words come from. */
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
 * Lists the conversation of a scene as it counts now: no undone rounds and deleted lines, edited lines in their present words, an input
 * where the round that answers it begins. Lines that still wait for a round come last. It reads the ledger once and
 * holds lines alone.
 *
 * @param newestFirst the ledger of the scene, newest event first
 * @param state the scene as of the newest of these events
 * @param viewer reads the lines that it may see, and no others
 * @returns the lines, oldest first
 */
export function readTranscript(
  newestFirst: Iterable<Event>,
  state: Pick<SceneState, 'queue' | 'cast' | 'castOrder' | 'personas' | 'hiddenLines'>,
  viewer: Viewer,
): TranscriptEntry[] {
  const waiting = new Set(state.queue.map(({ seq }) => seq));
  /** Changes of lines, the newest first: a change comes before its line here. */
  const changes: (EventOf<'line.edited'> | EventOf<'line.chosen'>)[] = [];
  /** The place of each input among the lines: where its round began first. */
  const places = new Map<number, { entry: TranscriptEntry | null; round: number }>();
  const lines: { entry: TranscriptEntry | null }[] = [];
  const later: { entry: TranscriptEntry | null }[] = [];
  const show = (event: Said, round: number | null): TranscriptEntry | null => {
    const mark = state.hiddenLines[event.seq];
    const shownEvent = mark === 'deleted' ? null : showEvent(event, viewer, state.hiddenLines);
    if (!shownEvent) return null;
    const entry = toEntry(shownEvent as Said, round, readWording(event.seq, changes), state as SceneState);
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
        // Rulings that do not end the game are the owner's to read, and nothing that was said at the table.
        if (event.audience.includes('*')) lines.push({ entry: show(event, event.round ?? 0) });
        break;
      case 'round.started':
        for (const seq of event.payload.inputs.toReversed()) {
          // A resumed round begins twice; the line stands where it began first, which is read last.
          const place = { entry: null, round: event.round ?? event.payload.n };
          places.set(seq, place);
          lines.push(place);
        }
        break;
      case 'player.spoke': {
        const place = places.get(event.seq);
        if (place) place.entry = show(asHeard(event), place.round);
        else if (waiting.has(event.seq)) later.push({ entry: show(event, null) });
        // What players whisper among themselves has no round. Any other line without one was dropped or undone.
        else if (event.payload.whisper && event.payload.to.length === 0)
          lines.push({ entry: show(asHeard(event), null) });
        break;
      }
      default:
    }
  }
  return [...lines.reverse(), ...later.reverse()].flatMap(({ entry }) => entry ?? []);
}

function toEntry(
  { seq, at, actor, audience, ...event }: Said,
  round: number | null,
  wording: Wording | null,
  state: SceneState,
): TranscriptEntry {
  const hearers = isWhisper({ audience }) ? namesOf(state, audience, actor) : null;
  const { edit, texts = [], chosen = 0 } = wording ?? {};
  const others = texts.length > 1 && { alternatives: texts.map((one) => one ?? event.payload.text), chosen };
  const line = { seq, round, at, hearers, text: edit?.text ?? event.payload.text, ...others };
  if (event.kind === 'player.spoke')
    return { ...line, by: 'player', name: event.payload.name, kind: 'say', answerer: null };
  const answerer = edit ? answererOfEdit(edit) : answererOf(event.payload);
  if (event.kind === 'judge.ruled') return { ...line, by: 'judge', name: 'Judge', kind: 'rule', answerer };
  const { name, kind } = event.payload;
  const by = actor === 'narrator' ? 'narrator' : 'character';
  return { ...line, by, name, kind: edit?.kind ?? kind, answerer };
}

const answererOfEdit = ({ provider, model }: Edit): Answerer | null =>
  provider === undefined ? null : answererOf({ provider, model });

type HeadState = Pick<
  SceneState,
  'id' | 'title' | 'createdAt' | 'personas' | 'cast' | 'castOrder' | 'scenario'
>;

/** The title page of these lines: it names nobody whom they do not name. */
export function headOf(state: HeadState, entries: readonly TranscriptEntry[]): TranscriptHead {
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
    // What the scene opens with is its author's, who is no model.
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

/** Longest text of a programme about one person. */
const ABOUT_CHARS = 160;

/** The first sentence of a description; none where it is no sentence, but a card's list of traits or macros. */
function firstSentence(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const sentence = /^.*?[.!?…](?=\s|$)/u.exec(line)?.[0] ?? line;
  if (/[{}[\]=]/.test(sentence)) return '';
  return sentence.length > ABOUT_CHARS
    ? `${cutAtLetter(sentence, ABOUT_CHARS).replace(/\s+\S*$/, '')}…`
    : sentence;
}
