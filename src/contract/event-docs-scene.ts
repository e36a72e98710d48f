import { type EventDoc, FAILED, PROVIDER, RUNG, STARTED } from './event-doc';
import type { EventKind } from './events';

const NAME = 'the name, for showing';
const PASS = 'pass of the director it belongs to, 1 or 2';

const SEATED = {
  seat: 'id of the seat',
  role: '`player` or `spectator`',
  persona: 'id of the persona it plays, or null',
  personaName: 'of that persona, or null',
  name: 'of the person',
};

/** Events of a scene, in the order in which a round has them. */
export const SCENE_EVENT_DOCS = {
  'scene.created': {
    rooms: 'scene',
    about:
      'The first event: the whole configuration, frozen. Players read the scene, which leaves out what is private.',
    audience: 'owner',
    payload: {
      id: 'of the scene',
      title: 'its title',
      template: 'the template it was made from, or null',
      scenario: 'where and when it plays',
      notes: "the author's notes: `world`, `campaign`, `arc`, `scene`",
      seed: 'of what is dealt, and of `dice`',
      dice: 'seed of the rounds; absent in older scenes',
      historyWindow: 'lines kept verbatim in prompts',
      profiles: 'by role, and `characters` by id, every default applied',
      characters: 'cards, each with its id',
      personas: 'the players',
      world: 'facts of the world at the beginning',
      trackers: 'trackers at the beginning',
      settings: '[settings](configuration.md#settings), every default applied',
      lorebooks: 'copies, `{id, book}` each',
      game: 'a table game, or null',
      budgets: 'what it, and each player (`perSeat`), may spend; absent in older scenes',
      memory:
        '`world`: whose memories are shared; `lineage`: scenes it was forked from, nearest first, `{scene, upTo}`',
      library: 'ids of the `world`, `campaign` and `arc` it was made in, or null; absent in older scenes',
      pace: 'when rounds begin: `turnMode`, `gatherSeconds`, `hideLines`, `holdForTyping`; absent in older scenes',
    },
  },
  'scene.changed': {
    rooms: 'scene',
    about:
      'The owner changed it; or this is where a fork begins to go its own way. Title, status and pace have an event of ' +
      'their own, which everyone sees.',
    audience: 'everyone; for the owner alone, with all the rest',
    payload: {
      title: 'absent when it stays',
      status: '`open` or `finished`; absent when it stays',
      pace: 'when rounds begin, as in `scene.created`, as a whole; absent when it stays',
      forkedFrom: '`{scene, round}`, once in a fork: what comes before was copied from there. Else absent',
      scenario: 'as it is now; absent when it stays',
      notes: 'all four levels; absent when they stay',
      world: '`{key, value}` of each fact that changed; null clears; absent when they stay',
      trackers: 'the same, of trackers; absent when they stay',
      lorebooks: 'all of them, `{id, book}` each; absent when they stay',
      settings: 'all of them; absent when they stay',
      historyWindow: 'lines kept verbatim in prompts; absent when it stays',
      budgets: 'what it, and each player, may spend; absent when they stay',
      profiles: 'those that changed, as in `scene.created`; null: taken away; absent when they stay',
      personas: 'all of them; absent when they stay',
      added: 'cards of those who came into the cast; absent without any',
      cast: 'by id, what changed of those who were in it: fields of the card, `active`, state; absent without any',
    },
  },
  'player.spoke': {
    rooms: 'scene',
    about: 'An input: what a player says. Stored the moment it is accepted, before its round.',
    audience: 'everyone; of a whisper those who whisper; of a hidden line `persona:<id>` of who says it',
    payload: {
      type: '`user`',
      personaId: 'id of the persona',
      name: NAME,
      text: 'the words',
      to: 'ids of characters addressed, by `to` or by `@name` in the text',
      whisper: 'true; absent when everyone hears it',
      toPersonas: 'of a whisper: ids of the personas addressed; else absent',
      hidden: 'true: the others get `line.revealed` when the round begins; else absent',
    },
  },
  'player.ready': {
    rooms: 'scene',
    about:
      '[In `gather` with `hideLines`](scenes.md#when-a-round-begins): a player has spoken for the coming round. What it ' +
      'said is told when the round begins.',
    payload: { personaId: 'id of the persona', name: NAME },
  },
  'line.revealed': {
    rooms: 'scene',
    about:
      'A hidden line, told as its round begins, just before `round.started`. The actor is who said it. Whoever has ' +
      'seen the `player.spoke` of that `seq` knows it already.',
    audience: 'everyone; of a whisper those who whisper, `persona:<id>` and `character:<id>`',
    payload: {
      seq: 'of the `player.spoke` that keeps it: rounds, edits and rollbacks name the line by it',
      type: '`user`',
      personaId: 'id of the persona',
      name: NAME,
      text: 'the words; as the owner edited them, if it did',
      to: 'ids of characters addressed',
      whisper: 'true; absent when everyone hears it',
      toPersonas: 'of a whisper: ids of the personas addressed; else absent',
    },
  },
  'player.joined': {
    rooms: 'scene',
    about: 'A person on a seat is there: its first socket or stream was opened.',
    payload: SEATED,
  },
  'player.left': {
    rooms: 'scene',
    about: 'It is gone: its last socket closed half a minute ago, or its seat is over.',
    payload: { ...SEATED, reason: '`gone` or `revoked`' },
  },
  'player.changed': {
    rooms: 'scene',
    about: 'It plays another persona from now on.',
    payload: { ...SEATED, from: 'id of the persona it played before, or null' },
  },
  'seat.changed': {
    rooms: 'scene',
    about: 'A seat was made, taken, given another persona or revoked.',
    audience: 'owner',
    payload: {
      change: '`invited`, `accepted`, `recast` or `revoked`',
      seat: 'the whole seat as it is now, as `GET …/seats` shows it; never a secret',
    },
  },
  'note.written': {
    rooms: 'scene',
    about: 'A private note.',
    audience: 'the seat that wrote it; of an owner the owner',
    payload: { text: 'the words' },
  },
  'round.requested': {
    rooms: 'scene',
    about: 'An input that nobody says: go on, narrate, or speak a line anew.',
    audience: 'everyone; of `regenerate` the owner',
    payload: {
      type: '`continuation`, `narration` or `regenerate`',
      personaId: 'id of the persona; absent when nobody in particular asks',
      name: 'of that persona; absent without one',
      text: 'what the narrator is to tell; absent when nothing was asked for',
      to: 'ids of characters addressed',
      line: 'of `regenerate`: seq of the line; else absent',
      start: 'true: the owner, or the scene itself, begins the round that waits for others; else absent',
      autonomous: 'true: the scene goes on by itself, nobody asked; else absent',
    },
  },
  'autonomy.started': {
    rooms: 'scene',
    about: '[The scene goes on by itself](scenes.md#scenes-that-go-on-by-themselves).',
    payload: { rounds: 'for so many rounds', pauseSeconds: 'between two of them' },
  },
  'autonomy.limited': {
    rooms: 'scene',
    about: 'What it may spend until it ends; absent when it has no budget of its own.',
    audience: 'owner',
    payload: {
      limits: '`calls`, `tokens`, `money`; null: no limit',
      spent: 'the same of what the scene had spent before',
    },
  },
  'autonomy.ended': {
    rooms: 'scene',
    about: 'It goes on by itself no more.',
    payload: {
      reason:
        '`completed` (all were played), `failed`, `budget` (a round failed, as a budget was spent), `cancelled`, `stopped`, ' +
        '`rolledback` or `finished`',
      played: 'rounds that were completed',
      rounds: 'of so many',
    },
  },
  'cast.called': {
    rooms: 'scene',
    about: 'The owner said who acts in the next round.',
    audience: 'owner',
    payload: {
      next: 'id of the character that acts alone; null: nobody in particular',
      skip: 'ids of those who do not act',
    },
  },
  'round.started': {
    rooms: 'scene',
    about: 'A round is being played, or played again.',
    payload: STARTED,
  },
  'memory.recalled': {
    rooms: 'scene',
    about: 'What every character remembers for this round.',
    audience: 'owner',
    payload: {
      memories: 'by id of a character, best first: `{text, scene, round, score}`',
      failed: 'why nothing could be recalled; absent when it could',
      inherited: 'once in a fork: how many memories it brought along with its copied past. Else absent',
    },
  },
  'director.started': {
    rooms: 'scene',
    about: 'The director is asked.',
    payload: { pass: PASS },
  },
  'director.completed': {
    rooms: 'scene',
    about: "The director's answer. It holds guidance for every character.",
    audience: 'owner',
    payload: {
      pass: PASS,
      plan: 'the answer, as it was given',
      provider: PROVIDER,
      rung: RUNG,
      audited: 'where the service decided in its place, or did not follow it',
    },
  },
  'state.updated': {
    rooms: 'scene',
    about: 'What the director says of characters, stored before anyone speaks in this pass.',
    audience: 'everyone; of `intentions` the owner, in an event of its own',
    payload: {
      pass: PASS,
      updates: '`{id, field, value}`; field is `location`, `mood`, `clothing`, `activity` or `intentions`',
    },
  },
  'cast.entered': {
    rooms: 'scene',
    about: 'The actor comes in.',
    payload: { pass: PASS, name: NAME },
  },
  'cast.exited': {
    rooms: 'scene',
    about: 'The actor goes.',
    payload: {
      pass: PASS,
      name: NAME,
      status: '`leaving`: one more line to come; `left`: gone without another word',
    },
  },
  'character.started': {
    rooms: 'scene',
    about: 'The actor is about to speak.',
    payload: { pass: PASS, name: NAME },
  },
  'character.delta': {
    rooms: 'scene',
    about:
      'One more sentence of a line that is still being written. Never stored ([above](#lines-still-being-written)).',
    payload: {
      text: 'the sentence, with the white space in front of it',
      step: 'the call that writes it',
      part: 'counts from 0; part 0 begins anew',
    },
  },
  'character.spoke': {
    rooms: 'scene',
    about: 'A line, of a character or of the narrator (actor `narrator`).',
    audience: 'everyone; of an answer to a whisper those who whisper',
    payload: {
      pass: `${PASS}; 0 for the line the scene opens with`,
      kind: "within the profile's `mayEmit`; `narrate` for an opening by the narrator",
      text: 'the words',
      name: NAME,
      provider: `${PROVIDER}; \`author\` for an opening`,
      rung: RUNG,
      exit: 'true for the last line of one that leaves',
      extra: "the profile's further fields; absent when there are none",
    },
  },
  'character.thought': {
    rooms: 'scene',
    about: 'What the actor thought in private while it spoke. Not written with `settings.thoughts: false`.',
    audience: 'owner',
    payload: { pass: PASS, name: NAME, text: 'at most 4,000 characters; the call has the whole' },
  },
  'character.skipped': {
    rooms: 'scene',
    about: 'No usable answer came; the round goes on without this actor.',
    payload: {
      pass: PASS,
      name: NAME,
      reason: 'in a few words',
      provider: PROVIDER,
      rung: 'always `none`',
    },
  },
  'line.edited': {
    rooms: 'scene',
    about: 'A line says something else from now on. The actor is whose line it is.',
    audience: 'as the line',
    payload: {
      seq: 'of the line',
      text: 'what it says now',
      by: '`owner`, or `model` when it was spoken anew',
      kind: 'by a model: the kind of the new line; else absent',
      provider: 'by a model: who answered; else absent',
      rung: 'by a model: how the answer was won; else absent',
    },
  },
  'summary.written': {
    rooms: 'scene',
    about: 'Everything said up to here is summarised.',
    payload: {
      bullets: '`{round, text}`: a sentence for each round',
      running: 'the scene so far',
      throughRound: 'the last round that is in it',
      messages: 'how many messages it took in',
      provider: PROVIDER,
      rung: RUNG,
    },
  },
  'world.updated': {
    rooms: 'scene',
    about: 'What a round changed, once, when it closes.',
    payload: {
      world: 'facts, `{key, value}`; null clears',
      trackers: 'trackers, `{key, value}`; null clears',
    },
  },
  'memory.written': {
    rooms: 'both',
    about:
      'What each character took in during the round; in a text adventure: one thing worth knowing at a place.',
    audience: 'owner; in a run everyone',
    payload: {
      memories: 'in a scene: `{character, text}`',
      id: 'in a run: `M<n>`',
      place: 'in a run: number of the place where the command was given; null: nowhere in particular',
      placeName: 'in a run: its name, or null',
      category: 'in a run: `success`, `failure`, `discovery`, `danger`, `puzzle` or `note`',
      text: 'in a run: what is worth knowing',
      episode: 'in a run: number of the episode',
      supersedes: 'in a run: ids of the memories it corrects',
      story: 'in a run: hash of the story whose other runs may use it; null: it stays in this run',
    },
  },
  'game.dealt': {
    rooms: 'scene',
    about: 'The words of a table game: the whole deal for the owner, and for each player its own word.',
    audience: 'owner; `character:<id>` or `persona:<id>` of the player',
    payload: {
      words: "for the owner: everybody's word, and the odd one out's",
      odd: 'for the owner: id of the odd one out',
      dealt: 'for the owner: word by id of the player',
      people: 'for the owner: ids of the players that are personas',
      word: 'for a player: its own word; that is all of its event',
    },
  },
  'judge.ruled': {
    rooms: 'scene',
    about: 'What the judge of a table game says.',
    audience: 'everyone when it ends the game, else the owner',
    payload: {
      text: 'the ruling',
      winner: 'id of a player; null: nobody, or not yet',
      scores: '0 to 10, by id of a player',
      provider: PROVIDER,
      rung: RUNG,
    },
  },
  'round.audited': {
    rooms: 'scene',
    about: '[The record of the round](audit.md).',
    audience: 'owner',
    payload: {
      passes: 'what each pass of the director came to',
      agents: 'who was asked, and what its prompt came to',
      suggested: "changes read from the lines, for the director's second pass",
      memory: 'memories recalled and written',
      summary: '`written`, `failed`, or null when none was due',
      worldAgent: '`off`, `asked` or `failed`',
      notes: 'where the service decided, and what failed without failing the round',
    },
  },
  'round.completed': {
    rooms: 'scene',
    about: 'The round is over.',
    payload: { actors: 'ids of those who spoke', skipped: 'ids of those who were to, and could not' },
  },
  'round.failed': {
    rooms: 'scene',
    about: 'The round ended without an end. Nothing goes on by itself.',
    payload: FAILED,
  },
  'round.cancelled': {
    rooms: 'scene',
    about: 'The owner cancelled it. What was said stays.',
    payload: { n: 'its number' },
  },
  'round.rolledback': {
    rooms: 'scene',
    about:
      'What this round wrote from `fromSeq` on is undone: views leave it out, the ledger keeps it. By a retry that ' +
      'begins anew, or by hand; then there is one such event for each round that is undone, and a last one for all.',
    audience: 'everyone; the last of those by hand the owner',
    payload: {
      fromSeq: 'from here on',
      attempt: 'by a retry: the attempt that is undone; else absent',
      undone:
        'by hand, in the last of the events, which is for the owner: first and last round that are undone; else absent',
      restored: 'with `undone`: everything that rounds change, as it was before the first of them',
    },
  },
} as const satisfies { [K in EventKind]?: EventDoc };
