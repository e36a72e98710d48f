import { currentPlace, type Move, placeName } from 'story-player/memory';
import { DIRECTIONS, plainCommand } from 'zmachine-story';
import { isDark } from './prompts/pieces';
import type { AdventureState } from './state-types';

const OPENS =
  /\b(?:door|trapdoor|hatch|gate|window|box|mailbox|chest|case|crate|drawer|cupboard|bin|tin|bag|sack)\b/i;
/** Longest object name to type. */
const MAX_NAME = 40;
/** Recent moves to search for a typed command. */
const RECENT_TURNS = 12;
/** After this many moves at one place, suggest walking first. */
const STANDS = 3;

const hadNoEffect = ({ moved, effect, died }: Move): boolean => !moved && !effect && !died;

/** Commands (in plain form) that would show nothing new here: failed, deadly or just typed. */
function listSpent(state: AdventureState): Set<string> {
  const { world, recent, map } = state;
  const here = currentPlace(state);
  const place = placeName(here);
  const vain = Object.entries(state.vain[place] ?? {}).flatMap(([command, tried]) =>
    tried === world ? [command] : [],
  );
  const typedCommands = recent
    .slice(-RECENT_TURNS)
    .flatMap((move) => (move.from === here && hadNoEffect(move) ? [plainCommand(move.command)] : []));
  const blockedWays = map.blocked.flatMap((one) =>
    one.from === here && (one.world === world || one.deadly) ? [one.direction] : [],
  );
  return new Set([...vain, ...(state.deadly[place] ?? []), ...typedCommands, ...blockedWays]);
}

/**
 * True if a command repeats the last one, which led nowhere, or one that failed here. Small models often repeat a
 * command.
 */
export function isStale(state: AdventureState, command: string): boolean {
  const last = state.recent.at(-1);
  const words = plainCommand(command);
  const isLast = last !== undefined && !last.moved && plainCommand(last.command) === words;
  return isLast || listSpent(state).has(words);
}

/**
 * Suggests untried commands from a player's view: directions, then actions with visible and carried objects. They are
 * real commands, so that a model that copies one makes progress. Never empty.
 */
export function listFresh(state: AdventureState, most: number): string[] {
  const spentCommands = listSpent(state);
  const here = currentPlace(state);
  const walkedWays = new Set(
    state.map.edges.flatMap(({ from, direction, how }) =>
      from === here && how === 'walked' ? [direction] : [],
    ),
  );
  const ways = listWays(state);
  const reading = state.story?.reading;
  const seenNouns = isDark(state) || !reading ? [] : reading.visible.map(({ name }) => readNoun(name));
  const heldNouns = (reading?.inventory ?? []).map(({ name }) => readNoun(name));
  const byThing = [
    ...seenNouns.flatMap((noun) => [
      ...(OPENS.test(noun) ? [`open ${noun}`] : []),
      `take ${noun}`,
      `examine ${noun}`,
    ]),
    ...heldNouns.map((noun) => `examine ${noun}`).filter((command) => !wasExecuted(state, command)),
  ];
  const isFresh = (command: string): boolean => !spentCommands.has(plainCommand(command));
  const freshWays = ways.filter((way) => isFresh(way) && !walkedWays.has(way));
  const freshActs = byThing.filter(isFresh);
  // Alternate actions and directions. After several moves at one place, directions come first.
  const stands = state.recent.slice(-STANDS).filter(({ moved }) => !moved).length === STANDS;
  const [first, second] = stands ? [freshWays, freshActs] : [freshActs, freshWays];
  const mixedCommands = Array.from({ length: most }, (_, i) => [first[i], second[i]])
    .flat()
    .filter((command) => command !== undefined);
  const knownWays = [...walkedWays].filter(isFresh);
  const rest = ['look', 'inventory', 'wait'].filter((command) => !isStale(state, command));
  const commands = [
    ...new Set([
      ...mixedCommands,
      ...knownWays,
      ...(mixedCommands.length + knownWays.length > 0 ? [] : rest),
    ]),
  ];
  return commands.length > 0 ? commands.slice(0, most) : ['wait'];
}

/** True if a command was typed at any place: carried objects look the same everywhere. */
const wasExecuted = ({ vain, recent }: AdventureState, command: string): boolean =>
  Object.values(vain).some((tried) => command in tried) ||
  recent.some((move) => plainCommand(move.command) === command);

/** Directions found open by probing, else named in the text, else the four main ones. */
function listWays({ config, exits, story }: AdventureState): string[] {
  const open = config.options.probe ? (exits ?? []).filter(({ to, deadly }) => to !== null && !deadly) : [];
  if (open.length > 0) return open.map(({ direction }) => direction);
  const words = new Set((story?.text ?? '').toLowerCase().match(/[a-z]+/g) ?? []);
  const namedWays = DIRECTIONS.filter((way) => way !== 'in' && way !== 'out' && words.has(way));
  return namedWays.length > 0 ? namedWays : ['north', 'east', 'south', 'west'];
}

const readNoun = (name: string): string =>
  plainCommand(name.replace(/[^\p{L}\p{N}' -]/gu, ' ')).slice(0, MAX_NAME);
