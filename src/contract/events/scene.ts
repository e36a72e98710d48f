import { z } from 'zod';
import { changeCharacter } from '../change-scene';
import { sceneSettings } from '../context';
import { notes, tableGame } from '../create-scene';
import { sceneId } from '../ids';
import { amounts, limitsView, sceneBudgetsView } from '../money';
import { AUTONOMY_ENDS, paceRules } from '../pace';
import { seat } from '../seats';
import { bookOfScene, card, eventsOf, factChange, personaThen, profilesNow, profilesThen } from './shapes';

const nameField = () => z.string().describe('the name, for showing');
const byHookField = () =>
  z.literal(true).optional().describe('true: it was delivered to a hook; else absent');
const seatFields = () => ({
  seat: z.string().describe('id of the seat'),
  role: seat.shape.role.describe('`player` or `spectator`'),
  persona: z.string().nullable().describe('id of the persona it plays, or null'),
  personaName: z.string().nullable().describe('of that persona, or null'),
  name: z.string().describe('of the person'),
});

/** Events of a scene and of those who are in it, outside of rounds. */
export const SCENE_EVENTS = eventsOf('scene', {
  'scene.created': {
    about:
      'The first event: the complete configuration. Players read the scene instead, which omits private fields.',
    audience: 'owner',
    payload: () =>
      z.object({
        id: sceneId.describe('of the scene'),
        title: z.string().describe('its title'),
        template: z.string().nullable().describe('the template it was made from, or null'),
        scenario: z.string().describe('where and when it plays'),
        notes: notes.describe("the author's notes: `world`, `campaign`, `arc`, `scene`"),
        seed: z.string().describe('seed of the dealt words and of `dice`'),
        dice: z.string().describe('seed of the rounds'),
        historyWindow: z.int().describe('lines kept verbatim in prompts'),
        profiles: profilesThen().describe('by role, and `characters` by id, every default applied'),
        characters: z.array(card()).describe('cards, each with its id'),
        personas: z.array(personaThen()).describe('the players'),
        world: z.record(z.string(), z.string()).describe('facts of the world at the beginning'),
        trackers: z.record(z.string(), z.string()).describe('trackers at the beginning'),
        settings: sceneSettings.describe('[settings](direct.md#settings), every default applied'),
        lorebooks: z
          .array(bookOfScene())
          .describe('copies, `{id, book}` each, and `of` for the own book of a character'),
        game: tableGame.nullable().describe('a table game, or null'),
        budgets: sceneBudgetsView.describe('limits of the scene and of each player (`perSeat`)'),
        memory: z
          .object({ world: z.string(), lineage: z.array(z.object({ scene: z.string(), upTo: z.int() })) })
          .describe(
            '`world`: whose memories are shared; `lineage`: scenes it was forked from, nearest first, `{scene, upTo}`',
          ),
        library: z
          .object({
            world: z.string().nullable(),
            campaign: z.string().nullable(),
            arc: z.string().nullable(),
          })
          .describe('ids of the `world`, `campaign` and `arc` it was made in, or null'),
        pace: paceRules.describe(
          'when rounds begin: `turnMode`, `gatherSeconds`, `hideLines`, `holdForTyping`',
        ),
      }),
  },
  'scene.changed': {
    about:
      'The owner changed it; or this is where a fork begins to go its own way. Title, status and pace have an event of ' +
      'their own, which everyone sees.',
    audience: 'everyone; for the owner alone, with all the rest',
    payload: () =>
      z.object({
        title: z.string().optional().describe('absent when it stays'),
        status: z
          .enum(['open', 'finished'])
          .optional()
          .describe('`open` or `finished`; absent when it stays'),
        pace: paceRules
          .optional()
          .describe('when rounds begin, as in `scene.created`, as a whole; absent when it stays'),
        forkedFrom: z
          .object({ scene: z.string(), round: z.int() })
          .optional()
          .describe(
            '`{scene, round}` in a fork or an import: the source of the events before this one. Otherwise absent',
          ),
        scenario: z.string().optional().describe('as it is now; absent when it stays'),
        notes: notes.optional().describe('all four levels; absent when they stay'),
        world: z
          .array(factChange())
          .optional()
          .describe('`{key, value}` of each fact that changed; null clears; absent when they stay'),
        trackers: z.array(factChange()).optional().describe('the same, of trackers; absent when they stay'),
        lorebooks: z
          .array(bookOfScene())
          .optional()
          .describe('all of them, as in `scene.created`; absent when they stay'),
        settings: sceneSettings.optional().describe('all of them; absent when they stay'),
        historyWindow: z.int().optional().describe('lines kept verbatim in prompts; absent when it stays'),
        budgets: sceneBudgetsView
          .optional()
          .describe('new limits of the scene and of each player; absent if they stay'),
        profiles: profilesNow()
          .optional()
          .describe('changed profiles, as in `scene.created`; null resets one; absent if none changed'),
        personas: z.array(personaThen()).optional().describe('all of them; absent when they stay'),
        added: z
          .array(card())
          .optional()
          .describe('cards of those who came into the cast; absent without any'),
        cast: z
          .record(z.string(), changeCharacter)
          .optional()
          .describe(
            'by id, what changed of those who were in it: fields of the card, `active`, state; absent without any',
          ),
      }),
  },
  'player.spoke': {
    about: 'An input: what a player says. Stored the moment it is accepted, before its round.',
    audience: 'everyone; of a whisper those who whisper; of a hidden line `persona:<id>` of who says it',
    payload: () =>
      z.object({
        type: z.literal('user').describe('`user`'),
        personaId: z.string().describe('id of the persona'),
        name: nameField(),
        text: z.string().describe('the words'),
        to: z.array(z.string()).describe('ids of characters addressed, by `to` or by `@name` in the text'),
        whisper: z.literal(true).optional().describe('true; absent when everyone hears it'),
        toPersonas: z
          .array(z.string())
          .optional()
          .describe('of a whisper: ids of the personas addressed; else absent'),
        hidden: z
          .literal(true)
          .optional()
          .describe('true: the others get `line.revealed` when the round begins; else absent'),
        hook: byHookField(),
      }),
  },
  'player.ready': {
    about:
      '[In `gather` with `hideLines`](direct.md#when-a-round-begins): a player has spoken for the coming round. What it ' +
      'said is told when the round begins.',
    payload: () => z.object({ personaId: z.string().describe('id of the persona'), name: nameField() }),
  },
  'line.revealed': {
    about:
      'A hidden line becomes visible as its round begins, just before `round.started`. The actor is its speaker. Viewers who ' +
      'received the `player.spoke` with that `seq` already have it.',
    audience: 'everyone; of a whisper those who whisper, `persona:<id>` and `character:<id>`',
    payload: () =>
      z.object({
        seq: z
          .int()
          .describe('of the `player.spoke` that keeps it: rounds, edits and rollbacks name the line by it'),
        type: z.literal('user').describe('`user`'),
        personaId: z.string().describe('id of the persona'),
        name: nameField(),
        text: z.string().describe('the words; as the owner edited them, if it did'),
        to: z.array(z.string()).describe('ids of characters addressed'),
        whisper: z.literal(true).optional().describe('true; absent when everyone hears it'),
        toPersonas: z
          .array(z.string())
          .optional()
          .describe('of a whisper: ids of the personas addressed; else absent'),
      }),
  },
  'player.joined': {
    about: 'A person on a seat is there: its first socket or stream was opened.',
    payload: () => z.object(seatFields()),
  },
  'player.left': {
    about: 'It is gone: its last socket closed half a minute ago, or its seat is over.',
    payload: () =>
      z.object({ ...seatFields(), reason: z.enum(['gone', 'revoked']).describe('`gone` or `revoked`') }),
  },
  'player.changed': {
    about: 'It plays another persona from now on.',
    payload: () =>
      z.object({
        ...seatFields(),
        from: z.string().nullable().describe('id of the persona it played before, or null'),
      }),
  },
  'seat.changed': {
    about: 'A seat was made, taken, given another persona or revoked.',
    audience: 'owner',
    payload: () =>
      z.object({
        change: z
          .enum(['invited', 'accepted', 'recast', 'revoked'])
          .describe('`invited`, `accepted`, `recast` or `revoked`'),
        seat: seat
          .omit({ status: true, watching: true })
          .describe('the whole seat as it is now, as `GET …/seats` shows it; never a secret'),
      }),
  },
  'note.written': {
    about: 'A private note.',
    audience: 'the seat that wrote it; of an owner the owner',
    payload: () => z.object({ text: z.string().describe('the words') }),
  },
  'round.requested': {
    about: 'An input that nobody says: go on, narrate, speak a line anew, draft a line for a player.',
    audience: 'everyone; of `regenerate` and `continue` the owner; of `draft` the persona: `persona:<id>`',
    payload: () =>
      z.object({
        type: z
          .enum(['continuation', 'narration', 'regenerate', 'continue', 'draft'])
          .describe(
            '`continuation`, `narration`, `regenerate`, `continue` (a line is gone on with) or `draft`',
          ),
        personaId: z.string().optional().describe('id of the persona; absent when nobody in particular asks'),
        name: z.string().optional().describe('of that persona; absent without one'),
        text: z
          .string()
          .optional()
          .describe(
            'what the narrator is to tell, or a word of direction; absent when nothing was asked for',
          ),
        to: z.array(z.string()).describe('ids of characters addressed'),
        line: z.int().optional().describe('of `regenerate` and `continue`: seq of the line; else absent'),
        start: z
          .literal(true)
          .optional()
          .describe(
            'true: the owner, or the scene itself, begins the round that waits for others; else absent',
          ),
        autonomous: z
          .literal(true)
          .optional()
          .describe('true: the scene goes on by itself, nobody asked; else absent'),
        hook: byHookField(),
      }),
  },
  'autonomy.started': {
    about: '[The scene goes on by itself](direct.md#auto-play).',
    payload: () =>
      z.object({
        rounds: z.int().describe('for so many rounds'),
        pauseSeconds: z.int().describe('between two of them'),
      }),
  },
  'autonomy.limited': {
    about: 'What it may spend until it ends; absent when it has no budget of its own.',
    audience: 'owner',
    payload: () =>
      z.object({
        limits: limitsView.describe('`calls`, `tokens`, `money`; null: no limit'),
        spent: amounts.describe('the same of what the scene had spent before'),
      }),
  },
  'autonomy.ended': {
    about: 'It goes on by itself no more.',
    payload: () =>
      z.object({
        reason: z
          .enum(AUTONOMY_ENDS)
          .describe(
            '`completed` (all were played), `failed`, `budget` (a round failed, as a budget was spent), `cancelled`, `stopped`, ' +
              '`rolledback` or `finished`',
          ),
        played: z.int().describe('rounds that were completed'),
        rounds: z.int().describe('of so many'),
      }),
  },
  'cast.called': {
    about: 'The owner said who acts in the next round.',
    audience: 'owner',
    payload: () =>
      z.object({
        next: z
          .string()
          .nullable()
          .describe('id of the character that acts alone; null: nobody in particular'),
        skip: z.array(z.string()).describe('ids of those who do not act'),
      }),
  },
});
