/** A line that a person types in `play`, as it is understood. */
export type TypedLine =
  | { do: 'say'; text: string; to: string[]; whisper: boolean }
  | { do: 'continue' | 'round' | 'cancel' | 'enter' | 'who' | 'help' | 'quit' | 'nothing' }
  | { do: 'narrate'; text: string }
  | { do: 'note' | 'suggest'; text: string }
  | { do: 'as'; persona: string }
  | { do: 'run'; control: 'start' | 'pause' | 'resume' | 'step' | 'stop' }
  | { do: 'wrong'; why: string };

/** Somebody who can be addressed; `id` as the API takes it. */
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

/** The text of `/help`. */
export const HELP = `What you type is said. A line that begins with / is an order:
  /whisper <name> <text>   only that one hears it (and the director, who leads the scene)
  /to <name> <text>        that one answers, whatever the director thinks
  /continue                lets the scene go on without a line of yours
  /narrate [text]          the narrator speaks
  /note <text>             keeps a private note
  /as <persona>            speak as another persona (owners)
  /round, /cancel          begins the round that waits; stops the one being played (owners)
  /start /pause /resume /step /stop, /suggest <command>   in runs
  /enter                   an empty line, as at “Hit RETURN” (text adventures)
  /who                     who is there
  //text                   says “/text”
  /quit                    leaves; the room goes on without you`;

/**
 * Takes the name at the beginning of a text: the longest that fits, by id or name, whatever its case; in quotation marks or
 * with an @ in front, too.
 *
 * @returns null when nobody is named so
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

/** Reads a typed line. Nothing of a line that is not understood is said. */
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
        return { do: 'wrong', why: `/${order} needs a name first. There are: ${names || 'nobody'}.` };
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
      return rest === '' ? { do: order } : { do: 'wrong', why: `/${order} takes no text.` };
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
        why: `There is no /${word}; /help lists the orders, //… says a line with a slash.`,
      };
    }
  }
}
