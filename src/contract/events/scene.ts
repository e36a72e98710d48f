import { z } from 'zod';
import { changeCharacter } from '../change-scene';
import { sceneSettings } from '../context';
import { notes, tableGame } from '../create-scene';
import { sceneId } from '../ids';
import { amounts, limitsView, sceneBudgetsView } from '../money';
import { AUTONOMY_ENDS, paceRules } from '../pace';
import { seat } from '../seats';
import {
  card,
  currentProfiles,
  defineEvents,
  factChange,
  previousPersona,
  previousProfiles,
  sceneBookField,
} from './shapes';

const nameField = () => z.string().describe('Display name');
const byHookField = () =>
  z.literal(true).optional().describe('True if an incoming webhook delivered it. Absent otherwise');
const seatFields = () => ({
  seat: z.string().describe('Id of the seat'),
  role: seat.shape.role.describe('`player` or `spectator`'),
  persona: z.string().nullable().describe('Id of the persona the seat plays, or null'),
  personaName: z.string().nullable().describe('Name of that persona, or null'),
  name: z.string().describe('Name of the person'),
});

/** Events of a scene and its participants, outside of rounds. */
export const SCENE_EVENTS = defineEvents('scene', {
  'scene.created': {
    about:
      'The scene was created. This is always the first event and holds the complete configuration. Players read the scene resource instead, which omits private fields.',
    audience: 'the owner',
    payload: () =>
      z.object({
        id: sceneId.describe('Id of the scene'),
        title: z.string().describe('Title'),
        template: z.string().nullable().describe('Template the scene was created from, or null'),
        scenario: z.string().describe('Where and when the scene takes place'),
        notes: notes.describe("The author's notes: `world`, `campaign`, `arc`, `scene`"),
        seed: z.string().describe('Random seed for dealt words and `dice`'),
        dice: z.string().describe('Random seed for rounds'),
        historyWindow: z.int().describe('Number of lines included verbatim in prompts'),
        profiles: previousProfiles().describe(
          'Model profiles by role, and by character id in `characters`, with all defaults applied',
        ),
        characters: z.array(card()).describe('Character cards with their ids'),
        personas: z.array(previousPersona()).describe('Personas that people play'),
        world: z.record(z.string(), z.string()).describe('Initial world facts'),
        trackers: z.record(z.string(), z.string()).describe('Initial trackers'),
        settings: sceneSettings.describe('[Settings](direct.md#settings) with all defaults applied'),
        lorebooks: z
          .array(sceneBookField())
          .describe("Copies of lorebooks as `{id, book}`. A character's own book also has `of`"),
        game: tableGame.nullable().describe('Table game, or null'),
        budgets: sceneBudgetsView.describe('Limits of the scene and of each player (`perSeat`)'),
        memory: z
          .object({ world: z.string(), lineage: z.array(z.object({ scene: z.string(), upTo: z.int() })) })
          .describe(
            '`world`: the world whose memories the scene shares; `lineage`: scenes it was forked from, nearest first, as `{scene, upTo}`',
          ),
        library: z
          .object({
            world: z.string().nullable(),
            campaign: z.string().nullable(),
            arc: z.string().nullable(),
          })
          .describe('Ids of the library `world`, `campaign` and `arc` it was created in, or null'),
        pace: paceRules.describe(
          'When rounds start: `turnMode`, `gatherSeconds`, `hideLines`, `holdForTyping`',
        ),
      }),
  },
  'scene.changed': {
    about:
      'The owner changed the scene, or a fork starts here. Title, status and pace changes use a separate event that everyone can see.',
    audience: 'everyone for title, status and pace; the owner for everything else',
    payload: () =>
      z.object({
        title: z.string().optional().describe('New title. Absent if unchanged'),
        status: z.enum(['open', 'finished']).optional().describe('`open` or `finished`. Absent if unchanged'),
        pace: paceRules.optional().describe('All pace settings, as in `scene.created`. Absent if unchanged'),
        forkedFrom: z
          .object({ scene: z.string(), round: z.int() })
          .optional()
          .describe(
            'Forks and imports: the source of all earlier events, as `{scene, round}`. Absent otherwise',
          ),
        scenario: z.string().optional().describe('New scenario. Absent if unchanged'),
        notes: notes.optional().describe('All four levels of notes. Absent if unchanged'),
        world: z
          .array(factChange())
          .optional()
          .describe('Changed facts as `{key, value}`; a null value deletes the fact. Absent if unchanged'),
        trackers: z
          .array(factChange())
          .optional()
          .describe(
            'Changed trackers as `{key, value}`; a null value deletes the tracker. Absent if unchanged',
          ),
        lorebooks: z
          .array(sceneBookField())
          .optional()
          .describe('All lorebooks, as in `scene.created`. Absent if unchanged'),
        settings: sceneSettings.optional().describe('All settings. Absent if unchanged'),
        historyWindow: z
          .int()
          .optional()
          .describe('Number of lines included verbatim in prompts. Absent if unchanged'),
        budgets: sceneBudgetsView
          .optional()
          .describe('New limits of the scene and of each player. Absent if unchanged'),
        profiles: currentProfiles()
          .optional()
          .describe('Changed profiles, as in `scene.created`; null resets a profile. Absent if unchanged'),
        personas: z.array(previousPersona()).optional().describe('All personas. Absent if unchanged'),
        added: z.array(card()).optional().describe('Cards of characters added to the cast. Absent if none'),
        cast: z
          .record(z.string(), changeCharacter)
          .optional()
          .describe('Changes to existing characters by id: card fields, `active`, state. Absent if none'),
      }),
  },
  'player.spoke': {
    about: 'A player sent a line. The event is stored when the line is accepted, before its round starts.',
    audience: 'everyone; for a whisper, its participants; for a hidden line, `persona:<id>` of the speaker',
    payload: () =>
      z.object({
        type: z.literal('user').describe('Always `user`'),
        personaId: z.string().describe('Id of the persona'),
        name: nameField(),
        text: z.string().describe('Text of the line'),
        to: z.array(z.string()).describe('Ids of the addressed characters, from `to` or `@name` in the text'),
        whisper: z.literal(true).optional().describe('True for a whisper. Absent otherwise'),
        toPersonas: z
          .array(z.string())
          .optional()
          .describe('Whispers: ids of the addressed personas. Absent otherwise'),
        hidden: z
          .literal(true)
          .optional()
          .describe(
            'True if other players receive the line as `line.revealed` when the round starts. Absent otherwise',
          ),
        hook: byHookField(),
      }),
  },
  'dice.rolled': {
    about:
      'A player rolled dice, or had a character roll (the actor is then `character:<id>`). The roll belongs to the last round, or to the running one: rolling it back undoes the roll.',
    payload: () =>
      z.object({
        personaId: z.string().describe('Id of the persona that rolled, or had the character roll'),
        characterId: z
          .string()
          .optional()
          .describe('Id of the character that rolled. Absent if it was the persona'),
        name: nameField(),
        notation: z.string().describe('The dice, such as `2d6+1`'),
        dice: z.array(z.int()).describe('Result of each die'),
        modifier: z.int().describe('Number added to the dice; 0: none'),
        total: z.int().describe('Sum of the dice and the modifier'),
      }),
  },
  'player.ready': {
    about:
      'A player has sent a line for the coming round [in `gather` mode with `hideLines`](direct.md#when-a-round-begins). The line is revealed when the round starts.',
    payload: () => z.object({ personaId: z.string().describe('Id of the persona'), name: nameField() }),
  },
  'line.revealed': {
    about:
      'A hidden line becomes visible, just before `round.started`. The actor is the speaker. Viewers who received the `player.spoke` with that `seq` already have the line.',
    audience: 'everyone; for a whisper, its participants as `persona:<id>` and `character:<id>`',
    payload: () =>
      z.object({
        seq: z
          .int()
          .describe(
            'Seq of the `player.spoke` that stored the line. Rounds, edits and rollbacks refer to the line by this seq',
          ),
        type: z.literal('user').describe('Always `user`'),
        personaId: z.string().describe('Id of the persona'),
        name: nameField(),
        text: z.string().describe('Text of the line, including edits by the owner'),
        to: z.array(z.string()).describe('Ids of the addressed characters'),
        whisper: z.literal(true).optional().describe('True for a whisper. Absent otherwise'),
        toPersonas: z
          .array(z.string())
          .optional()
          .describe('Whispers: ids of the addressed personas. Absent otherwise'),
      }),
  },
  'player.joined': {
    about: 'A person on a seat connected: their first socket or stream opened.',
    payload: () => z.object(seatFields()),
  },
  'player.left': {
    about: 'A person on a seat left: their last socket closed 30 seconds ago, or the seat was revoked.',
    payload: () =>
      z.object({ ...seatFields(), reason: z.enum(['gone', 'revoked']).describe('`gone` or `revoked`') }),
  },
  'player.changed': {
    about: 'A seat was assigned another persona.',
    payload: () =>
      z.object({
        ...seatFields(),
        from: z.string().nullable().describe('Id of the previous persona, or null'),
      }),
  },
  'seat.changed': {
    about: 'A seat was created, accepted, assigned another persona or revoked.',
    audience: 'the owner',
    payload: () =>
      z.object({
        change: z
          .enum(['invited', 'accepted', 'recast', 'revoked'])
          .describe('`invited`, `accepted`, `recast` or `revoked`'),
        seat: seat
          .omit({ status: true, watching: true })
          .describe('The seat after the change, as in `GET …/seats`. Never contains secrets'),
      }),
  },
  'note.written': {
    about: 'A seat or the owner wrote a private note.',
    audience: 'the seat that wrote it; for notes of the owner, the owner',
    payload: () => z.object({ text: z.string().describe('Text of the note') }),
  },
  'handout.shown': {
    about:
      'The owner showed a text or a picture to some players. It belongs to the last round, or to the running one: rolling it back undoes the handout.',
    audience:
      'everyone, or the chosen players as `persona:<id>`; if the cast knows it, also `character:<id>`',
    payload: () =>
      z.object({
        title: z.string().describe('Title'),
        text: z.string().describe('Text, as Markdown; may be empty'),
        to: z.array(z.string()).nullable().describe('Ids of the chosen personas; null: everyone'),
        knownToCast: z.boolean().describe('True if the director and the cast read title and text'),
        picture: z
          .string()
          .nullable()
          .describe('Id of its picture, at `GET …/handouts/{seq}/picture`; null: none'),
      }),
  },
  'round.requested': {
    about:
      "The scene received an input other than a player's line: continue the scene, narrate, regenerate or continue a line, draft a reply, judge the scene.",
    audience:
      'everyone; for `regenerate`, `continue` and `judgement`, the owner; for `draft`, `persona:<id>`',
    payload: () =>
      z.object({
        type: z
          .enum(['continuation', 'narration', 'regenerate', 'continue', 'draft', 'judgement'])
          .describe(
            '`continuation`, `narration`, `regenerate`, `continue` (extend a line), `draft` or `judgement`',
          ),
        personaId: z
          .string()
          .optional()
          .describe('Id of the persona that asked. Absent if the owner or the scene asked'),
        name: z.string().optional().describe('Name of that persona. Absent without a persona'),
        text: z
          .string()
          .optional()
          .describe('Instruction for the narrator, or a note for the reply. Absent if none'),
        to: z.array(z.string()).describe('Ids of the addressed characters'),
        line: z.int().optional().describe('`regenerate` and `continue`: seq of the line. Absent otherwise'),
        criteria: z
          .record(z.string(), z.string())
          .optional()
          .describe('`judgement`: criteria by name. Absent otherwise'),
        start: z
          .literal(true)
          .optional()
          .describe(
            'True if the owner or the scene started a round that was waiting for players. Absent otherwise',
          ),
        autonomous: z.literal(true).optional().describe('True if auto-play requested it. Absent otherwise'),
        hook: byHookField(),
      }),
  },
  'autonomy.started': {
    about: '[Auto-play](direct.md#auto-play) started.',
    payload: () =>
      z.object({
        rounds: z.int().describe('Number of rounds to play'),
        pauseSeconds: z.int().describe('Pause between rounds, in seconds'),
      }),
  },
  'autonomy.limited': {
    about: 'An auto-play session has a budget of its own. Not written for other sessions.',
    audience: 'the owner',
    payload: () =>
      z.object({
        limits: limitsView.describe('`calls`, `tokens` and `money`; null means no limit'),
        spent: amounts.describe('Amounts the scene had already spent'),
      }),
  },
  'autonomy.ended': {
    about: 'Auto-play ended.',
    payload: () =>
      z.object({
        reason: z
          .enum(AUTONOMY_ENDS)
          .describe(
            '`completed` (all rounds were played), `failed`, `budget` (a budget was exhausted), `cancelled`, `stopped`, `rolledback` or `finished`',
          ),
        played: z.int().describe('Number of completed rounds'),
        rounds: z.int().describe('Number of requested rounds'),
      }),
  },
  'cast.called': {
    about: 'The owner chose who acts in the next round.',
    audience: 'the owner',
    payload: () =>
      z.object({
        next: z.string().nullable().describe('Id of the only character that acts. Null for no restriction'),
        skip: z.array(z.string()).describe('Ids of characters that do not act'),
      }),
  },
});
