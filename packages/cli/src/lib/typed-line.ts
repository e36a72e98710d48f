/** A line typed in `play`, parsed. */
export type TypedLine =
  | { do: 'say'; text: string; to: string[]; whisper: boolean }
  | { do: 'continue' | 'round' | 'cancel' | 'enter' | 'who' | 'help' | 'quit' | 'nothing' }
  | { do: 'narrate'; text: string }
  | { do: 'note' | 'suggest'; text: string }
  | { do: 'as'; persona: string }
  | { do: 'run'; control: 'start' | 'pause' | 'resume' | 'step' | 'stop' }
  | { do: 'wrong'; why: string };

/** Someone who can be addressed; `id` as in the API. */
export interface Person {
  id: string;
  name: string;
}

const SHORT: Record<string, string> = {
  w: 'whisper',
  c: 'continue',
  q: 'quit',
  exit: 'quit',
  h: 'help',
  '?': 'help',
};
const CONTROLS = ['start', 'pause', 'resume', 'step', 'stop'] as const;

/** Text of `/help`. */
export const HELP = `What you type is sent as a line. Commands start with /:
  /whisper <name> <text>   only that recipient (and the director) can hear it
  /to <name> <text>        that character answers
  /continue                continues the scene without a line from you
  /narrate [text]          the narrator speaks
  /note <text>             writes a private note
  /as <persona>            speak as another persona (owners)
  /round, /cancel          starts the waiting round; cancels the running one (owners)
  /start /pause /resume /step /stop, /suggest <command>   in runs
  /enter                   an empty line, as at “Hit RETURN” (text adventures)
  /who                     lists who is present
  //text                   sends “/text”
  /quit                    leaves; the room continues without you`;

/**
 * Takes a name from the start of a text: the longest match by id or name, ignoring case, optionally quoted or with a
 * leading @.
 *
 * @returns null without a match
 */
export function takeName(text: string, people: readonly Person[]): { person: Person; rest: string } | null {
  const [, quoted, afterQuote = ''] = /^@?["“]([^"”]*)["”]\s*([\s\S]*)$/.exec(text) ?? [];
  const words = text.replace(/^@/, '');
  const matches = people.flatMap((person) =>
    [person.name, person.id, person.id.replace(/^persona:/, '')].flatMap((name) => {
      if (quoted !== undefined)
        return quoted.toLowerCase() === name.toLowerCase()
          ? [{ person, length: name.length, rest: afterQuote }]
          : [];
      const rest = words.slice(name.length);
      const fits =
        words.slice(0, name.length).toLowerCase() === name.toLowerCase() && /^(?:[\s,:]|$)/.test(rest);
      return fits ? [{ person, length: name.length, rest: rest.replace(/^[\s,:]+/, '') }] : [];
    }),
  );
  const best = matches.toSorted((a, b) => b.length - a.length)[0];
  return best ? { person: best.person, rest: best.rest } : null;
}

/** Parses a typed line. Invalid lines are never sent. */
export function readTypedLine(line: string, people: readonly Person[]): TypedLine {
  const text = line.trim();
  if (text === '') return { do: 'nothing' };
  if (text.startsWith('//')) return { do: 'say', text: text.slice(1), to: [], whisper: false };
  if (!text.startsWith('/')) return { do: 'say', text, to: [], whisper: false };
  const [, word = '', rest = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  const order = SHORT[word.toLowerCase()] ?? word.toLowerCase();
  switch (order) {
    case 'whisper':
    case 'to': {
      const address = takeName(rest, people);
      if (!address) {
        const names = people.map(({ name }) => name).join(', ');
        return { do: 'wrong', why: `/${order} needs a name first. Available: ${names || 'none'}.` };
      }
      if (address.rest === '') return { do: 'wrong', why: `/${order} ${address.person.name} needs a text.` };
      return { do: 'say', text: address.rest, to: [address.person.id], whisper: order === 'whisper' };
    }
    case 'continue':
    case 'round':
    case 'cancel':
    case 'enter':
    case 'who':
    case 'help':
    case 'quit':
      return rest === '' ? { do: order } : { do: 'wrong', why: `/${order} accepts no text.` };
    case 'narrate':
      return { do: 'narrate', text: rest };
    case 'note':
    case 'suggest':
      return rest === '' ? { do: 'wrong', why: `/${order} needs a text.` } : { do: order, text: rest };
    case 'as':
      return rest === ''
        ? { do: 'wrong', why: '/as needs the id or name of a persona.' }
        : { do: 'as', persona: rest };
    default: {
      const control = CONTROLS.find((one) => one === order);
      if (control) return { do: 'run', control };
      return {
        do: 'wrong',
        why: `Unknown command /${word}. Use /help for all commands, or // to send a line that starts with a slash.`,
      };
    }
  }
}
