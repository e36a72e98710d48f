import { z } from 'zod';
import { MAX_OBJECTIVE, MEMORY_CATEGORIES, PRIORITIES } from './adventure-agents';
import { digits } from './digits';
import { runId } from './ids';
import { runLimits } from './money';
import { pageSchema } from './pages';
import { prose } from './prose';
import { RUN_STATUS, runHead, turnHead, turnTail } from './run-parts';

/** Options of an adventure; see docs/adventures.md. */
export const adventureOptions = z
  .strictObject({
    player: z
      .enum(['agent', 'person'])
      .optional()
      .describe(
        'Who plays. `agent`: the adventurer. `person`: each turn types the command of a person, without model calls; without a command, it opens the story and waits. Default `agent`',
      ),
    episodes: z.int().min(1).max(50).optional().describe('Maximum number of episodes. Default 1'),
    turnsPerEpisode: z
      .int()
      .min(1)
      .max(5_000)
      .nullable()
      .optional()
      .describe('Maximum number of turns per episode. Null (default): limited only by the budget'),
    critic: z
      .strictObject({
        on: z.boolean().optional(),
        threshold: z.number().min(-1).max(1).optional(),
      })
      .optional()
      .describe('The critic rejects commands that score below `threshold`. Default: on, with threshold -0.2'),
    extractor: z
      .boolean()
      .optional()
      .describe('Extract objects, exits and dangers from the text each turn. Default true'),
    chronicler: z.boolean().optional().describe('Write memories after each turn. Default true'),
    discoverEvery: z
      .int()
      .min(0)
      .max(1_000)
      .optional()
      .describe('Number of turns between searches for new objectives; 0 turns them off. Default 20'),
    refineAbove: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Merge and drop objectives when there are more active ones than this. Default 12'),
    staleAfter: z
      .int()
      .min(1)
      .max(5_000)
      .optional()
      .describe("Number of turns after which an agent's objective without progress is dropped. Default 60"),
    synthesizeEvery: z
      .int()
      .min(0)
      .max(1_000)
      .optional()
      .describe('Number of turns between updates of the knowledge; 0 updates it only at the end. Default 50'),
    stuckAfter: z
      .int()
      .min(0)
      .max(5_000)
      .optional()
      .describe('Number of turns without progress that end an episode; 0 turns this off. Default 60'),
    probe: z
      .boolean()
      .optional()
      .describe('Try exits, undo them, and list the results in prompts. Default true'),
    share: z
      .boolean()
      .optional()
      .describe('Share memories and knowledge with other runs of the story. Default true'),
    hints: z
      .enum(['none', 'trials'])
      .optional()
      .describe(
        '`trials`: prompts list commands that change the world when tried, like the valid actions of Jericho. Default `none`',
      ),
    fair: z
      .boolean()
      .optional()
      .describe(
        'Agents only see the text the story prints: no trials, no reading of memory, no sharing (turns off `probe`, `share` and `hints`). Default false',
      ),
  })
  .meta({ id: 'AdventureOptions' });
export type AdventureOptionsBody = z.infer<typeof adventureOptions>;

const thing: z.ZodType<{
  id: number;
  name: string;
  holds: { id: number; name: string }[];
  note?: string;
}> = z.object({
  id: z.int(),
  name: z.string(),
  holds: z.array(z.object({ id: z.int(), name: z.string() })),
  note: z.string().exactOptional().describe('State the story prints in brackets, such as `closed`'),
}) as never;
const confidence = z
  .enum(['read', 'inferred', 'unknown'])
  .describe(
    '`read`: from a location the Z-machine standard defines, or two sources agree; `inferred`: from one source; `unknown`',
  );
const readers = z.array(z.enum(['tree', 'status', 'memory', 'trial', 'text']));
const sources = z
  .object({ location: readers, score: readers, inventory: readers, visible: readers })
  .describe(
    'Sources that agree on each value: the object `tree`, the `status` line, a variable in `memory`, a `trial` (`look`, `inventory` or `score` typed and undone), the printed `text`',
  );
const mark = (about: string) => z.literal(true).exactOptional().describe(about);
const colour = z
  .enum(['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'])
  .exactOptional();
export const styledRun = z
  .object({
    start: z.int().describe('Index of the first character'),
    end: z.int().describe('Index after the last character'),
    bold: mark('True if bold'),
    italic: mark('True if italic'),
    fixed: mark('True if fixed width'),
    reverse: mark('True if text and background colors are swapped'),
    colour: colour.describe('Text color. Absent for the default color'),
    background: colour.describe('Background color. Absent for the default color'),
  })
  .meta({ id: 'StyledRun' });
const stylesField = z.array(styledRun).exactOptional().describe('Styled parts of the text. Absent if none');
const upperStylesField = z
  .array(z.array(styledRun))
  .exactOptional()
  .describe('Styled parts of each line of `upper`');
const placeRef = z.object({ id: z.string().describe('`L<number>`'), name: z.string() });

const ENDS = z.enum(['won', 'died', 'quit', 'error', 'stuck', 'turns', 'stopped']);

export const episode = z
  .object({
    n: z.int(),
    turn: z.int().describe('First turn of the episode'),
    turns: z.int(),
    deaths: z.int(),
    score: z.int().nullable(),
    best: z.int().nullable(),
    end: ENDS.nullable().describe('How the episode ended. Null while it is being played'),
    why: z.string().exactOptional().describe('Error that stopped the story. Absent unless `end` is `error`'),
  })
  .meta({ id: 'Episode' });

const objectiveView = z
  .object({
    id: z.string().describe('`A…` from the adventurer, `D…` discovered, `P…` from a person'),
    text: z.string(),
    source: z.enum(['agent', 'discovered', 'player']),
    priority: z.enum(PRIORITIES),
    parent: z.string().nullable(),
    status: z.enum(['active', 'completed', 'merged', 'dropped']),
    turn: z.int().describe('Turn in which it was added'),
    touched: z.int().describe('Latest turn that made progress on it'),
    place: z.string().nullable().describe('Place where it was added, as `L<number>`'),
    ended: z
      .object({ turn: z.int(), by: z.string(), why: z.string() })
      .nullable()
      .describe('When and why it ended, and who ended it. Null while active'),
    absorbed: z.array(z.string()).describe('Ids of objectives merged into it'),
    wordings: z.array(z.object({ turn: z.int(), text: z.string() })).describe('Earlier texts'),
  })
  .meta({ id: 'Objective' });

export const objectiveList = z
  .object({
    items: z.array(objectiveView).describe('Active objectives first, in prompt order'),
    report: z.object({
      active: z.int(),
      completed: z.int(),
      merged: z.int(),
      dropped: z.int(),
      refused: z.int(),
      declaredByAgent: z.int(),
      perTurn: z.number().describe('Objectives the adventurer declared per turn'),
      overused: z
        .string()
        .nullable()
        .describe('Warning if the adventurer declares too many objectives, or null'),
    }),
  })
  .meta({ id: 'ObjectiveList' });
export type ObjectiveList = z.infer<typeof objectiveList>;

const objectiveText = prose(MAX_OBJECTIVE);
export const addObjective = z
  .strictObject({
    text: objectiveText,
    priority: z.enum(PRIORITIES).default('normal'),
    parent: z.string().max(10).nullable().default(null),
  })
  .meta({ id: 'AddObjective' });
export type AddObjective = z.infer<typeof addObjective>;
export const changeObjective = z
  .strictObject({
    text: objectiveText.optional(),
    priority: z.enum(PRIORITIES).optional(),
    parent: z.string().max(10).nullable().optional(),
    done: z.literal(true).optional().describe('Mark the objective as completed'),
  })
  .meta({ id: 'ChangeObjective' });
export type ChangeObjective = z.infer<typeof changeObjective>;
export const orderObjectives = z
  .strictObject({
    order: z
      .array(z.string().max(10))
      .min(1)
      .max(200)
      .describe(
        'Ids of active objectives in their new order. Unlisted objectives follow in their current order',
      ),
  })
  .meta({ id: 'OrderObjectives' });
export type OrderObjectives = z.infer<typeof orderObjectives>;

export const giveCommand = z
  .strictObject({
    command: z
      .string()
      .trim()
      .max(200)
      .describe(
        'The command to type. Empty (only with `take`) presses Enter, as at "Hit RETURN", or resumes a story that ran too long. If the story waits for a key: a character, or `enter`, `space`, `escape`, `delete`, `up`, `down`, `left`, `right`, `f1` to `f12`, `keypad 0` to `keypad 9`',
      ),
    mode: z
      .enum(['take', 'suggest'])
      .default('take')
      .describe(
        '`take`: type it in the next turn; a paused run plays that turn. `suggest`: show it to the adventurer as a suggestion',
      ),
  })
  .meta({ id: 'GiveCommand' });
export type GiveCommand = z.infer<typeof giveCommand>;

export const commandGiven = z
  .object({
    run: runId,
    seq: z.int().describe('Seq of its event in the ledger'),
    command: z.string(),
    mode: z.enum(['take', 'suggest']),
    status: z.enum(RUN_STATUS),
    turn: z.int().nullable().describe('Turn that typed the command. Null if not typed yet'),
    text: z.string().nullable().describe('Answer of the story. Null if not typed yet'),
    awaits: z
      .enum(['line', 'key', 'nothing'])
      .nullable()
      .describe('Input the story waits for; `nothing` if it ended. Null if not typed yet'),
    score: z.int().nullable(),
    place: placeRef.nullable(),
  })
  .meta({ id: 'CommandGiven' });
export type CommandGiven = z.infer<typeof commandGiven>;

export const saveName = prose(60).describe('Name of the save, such as "before the dragon"');
export const saveStory = z.strictObject({ name: saveName }).meta({ id: 'SaveStory' });
export type SaveStory = z.infer<typeof saveStory>;

export const restoreStory = z
  .strictObject({
    save: saveName.optional(),
    turn: z.int().min(1).optional().describe('Number of a turn that changed the story'),
  })
  .refine(({ save, turn }) => save === undefined || turn === undefined, 'set `save` or `turn`, not both')
  .meta({ id: 'RestoreStory' });
export type RestoreStory = z.infer<typeof restoreStory>;

/** Maximum number of commands per trial. */
const MAX_TRIED_COMMANDS = 5;
const triedTurn = z
  .int()
  .min(0)
  .optional()
  .describe(
    'Turn whose end is the starting point; it must have changed the story. 0: the opening of the latest episode. Default: the current state',
  );
const triedCommand = z.string().trim().max(200);
export const tryCommands = z
  .strictObject({
    command: triedCommand.optional().describe('A single command. Empty presses Enter'),
    commands: z
      .array(triedCommand)
      .min(1)
      .max(MAX_TRIED_COMMANDS)
      .optional()
      .describe('Several commands, in order'),
    turn: triedTurn,
  })
  .refine(
    ({ command, commands }) => (command === undefined) !== (commands === undefined),
    'set `command` or `commands`',
  )
  .meta({ id: 'TryCommands' });
export type TryCommands = z.infer<typeof tryCommands>;

const objectRef = z.object({ id: z.int(), name: z.string() }).nullable();
export const triedCommands = z
  .object({
    commands: z.array(z.string()),
    turn: z.int().nullable().describe('Turn the trial started from. Null: the current state'),
    text: z.string().describe('Answer of the story'),
    upper: z.array(z.string()),
    awaits: z.enum(['line', 'key', 'nothing']),
    end: ENDS.nullable().describe('How the story would end. Null if it continues'),
    died: z.boolean(),
    effect: z.boolean().describe('True if the world would change in a way that waiting does not explain'),
    moved: z.boolean(),
    from: placeRef.nullable(),
    to: placeRef.nullable(),
    score: z.int().nullable(),
    points: z.int().nullable().describe('Change of the score. Null if unknown'),
    inventory: z.array(thing),
    visible: z.array(thing),
    confidence: z.object({ location: confidence, score: confidence, inventory: confidence }),
    objects: z
      .array(
        z.object({
          id: z.int(),
          name: z.string(),
          from: objectRef.describe('Previous container or location. Null if out of play'),
          to: objectRef.describe('New container or location. Null if out of play'),
          attributes: z.boolean().describe('True if attributes such as open, lit or worn would change'),
          player: z.literal(true).exactOptional().describe("True for the player's own object"),
        }),
      )
      .describe('Story objects that would move or change, except objects that also change while waiting'),
    instructions: z.int().describe('Number of Z-machine instructions executed'),
  })
  .meta({ id: 'TriedCommands' });
export type TriedCommands = z.infer<typeof triedCommands>;

export const validActionsQuery = z.object({
  turn: digits(z.int().min(0))
    .optional()
    .describe(
      'Turn whose end is the starting point. 0: the opening of the latest episode. Default: the current state',
    ),
});
export const validActions = z
  .object({
    turn: z.int().nullable().describe('Turn the commands were tried from. Null: the current state'),
    place: placeRef.nullable(),
    items: z.array(
      z.object({
        command: z.string(),
        text: z.string().describe("First line of the story's answer"),
        moved: z.boolean(),
        points: z.int().describe('Change of the score. 0 if unknown'),
        alike: z.array(z.string()).describe('Other commands with the same result'),
      }),
    ),
    tried: z.int().describe('Number of commands tried'),
    untried: z.int().describe('Number of commands not tried because of the limit'),
  })
  .meta({ id: 'ValidActions' });
export type ValidActionsView = z.infer<typeof validActions>;

const trouble = z
  .object({ kind: z.enum(['oscillation', 'same_place', 'no_progress']), turns: z.int(), message: z.string() })
  .nullable();

export const adventureRun = z
  .object({
    kind: z.literal('adventure'),
    ...runHead,
    author: z.string().nullable().describe('Author of the story. Null if unknown'),
    budgets: z.object({ turns: z.int(), calls: z.int(), ...runLimits }),
    used: z.object({
      turns: z.int(),
      calls: z.int(),
      promptTokens: z.int(),
      completionTokens: z.int(),
    }),
    story: z
      .object({
        place: placeRef.nullable(),
        score: z.int().nullable(),
        maximum: z
          .int()
          .nullable()
          .exactOptional()
          .describe(
            'Maximum score according to the story. Null if the story does not state one. Absent if not checked',
          ),
        moves: z.int().nullable(),
        time: z.string().nullable(),
        inventory: z.array(thing),
        visible: z.array(thing).describe('Objects in the room that the story names when looking around'),
        confidence: z.object({ location: confidence, score: confidence, inventory: confidence }),
        sources: sources.exactOptional(),
        text: z.string().describe('Text of the latest answer'),
        upper: z.array(z.string()).describe('Lines of the upper window'),
        styles: stylesField,
        upperStyles: upperStylesField,
        awaits: z.enum(['line', 'key', 'nothing']),
        stopped: z
          .object({ kind: z.enum(['quit', 'error', 'runaway']), message: z.string() })
          .exactOptional()
          .describe(
            'Why the story stopped. Absent while it runs. `runaway`: it executed too many instructions or printed too much; an empty command resumes it',
          ),
      })
      .nullable()
      .describe('Current state of the story. Null before the first turn'),
    episode: episode.nullable().describe('The current episode. Null between episodes'),
    episodes: z.array(episode),
    score: z.object({
      best: z.int().nullable().describe('Best score of all episodes'),
      maximum: z.int().nullable().describe('Maximum score according to the story. Null if unknown'),
      shareOfMaximum: z
        .number()
        .nullable()
        .describe('`best` divided by `maximum`, from 0 to 1. Null if unknown'),
      curve: z.array(z.tuple([z.int(), z.int()])).describe('`[turn, score]` at every change'),
      perPoint: z
        .object({ calls: z.number(), tokens: z.number(), turns: z.number() })
        .nullable()
        .describe('Cost per point of the best score. Null without points'),
    }),
    objectives: z.object({ active: z.int(), completed: z.int() }),
    trouble: trouble.describe(
      'Why the player is stuck: moving in circles, staying in one place or making no progress. Null if not stuck',
    ),
    given: z
      .array(z.object({ seq: z.int(), command: z.string(), mode: z.enum(['take', 'suggest']) }))
      .describe('Pending commands from people'),
    saves: z
      .array(z.object({ name: z.string(), turn: z.int() }))
      .describe('Saves made by people, oldest first. `turn` is the turn after which it was saved'),
    undo: z.int().nullable().describe('Turn to which an undo returns. Null if there is none'),
    options: adventureOptions.required(),
    head: z.int(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AdventureRun' });
export type AdventureRun = z.infer<typeof adventureRun>;

export const adventureTurn = z
  .object({
    ...turnHead,
    episode: z.int().nullable(),
    thinking: z.string().nullable(),
    proposals: z.array(
      z.object({
        commands: z.array(z.string()),
        rejected: z.object({ by: z.string(), score: z.number().nullable(), reason: z.string() }).nullable(),
      }),
    ),
    commands: z.array(
      z.object({
        command: z.string(),
        by: z.enum(['adventurer', 'player']),
        text: z.string(),
        place: placeRef.nullable().describe('Place after the command'),
        effect: z.boolean(),
        died: z.boolean(),
        score: z.int().nullable(),
      }),
    ),
    objectives: z.array(
      z.object({ id: z.string(), what: z.enum(['added', 'completed', 'merged', 'dropped']) }),
    ),
    memories: z.array(z.string()),
    warnings: z.array(z.string()),
    ...turnTail,
  })
  .meta({ id: 'AdventureTurn' });
export type AdventureTurn = z.infer<typeof adventureTurn>;

const memoryNote = z
  .object({
    id: z.string().describe('`M…` from this run, `S…` from another run of the story'),
    place: z.string().nullable().describe('Place to which it belongs, as `L<number>`'),
    category: z.enum(MEMORY_CATEGORIES),
    text: z.string(),
    turn: z.int(),
    episode: z.int(),
    correctedBy: z.string().nullable().describe('Id of the memory that corrected it'),
  })
  .meta({ id: 'AdventureMemory' });

export const adventureKnowledge = z
  .object({
    knowledge: z.string().nullable().describe('Latest knowledge text of the scholar'),
    memories: z.array(memoryNote),
    vain: z
      .record(z.string(), z.array(z.string()))
      .describe('Commands that currently have no effect, by place'),
    deadly: z.record(z.string(), z.array(z.string())).describe('Commands that killed the player, by place'),
  })
  .meta({ id: 'AdventureKnowledge' });
export type AdventureKnowledge = z.infer<typeof adventureKnowledge>;

export const mapView = z
  .object({
    here: z.string().nullable(),
    places: z.array(z.object({ id: z.string(), name: z.string(), firstTurn: z.int(), visits: z.int() })),
    ways: z.array(
      z.object({
        from: z.string(),
        direction: z.string(),
        to: z.string(),
        how: z.enum(['walked', 'probed']).describe('`walked`, or `probed`: tried and undone'),
        turn: z.int(),
      }),
    ),
    blocked: z.array(
      z.object({
        from: z.string(),
        direction: z.string(),
        text: z.string(),
        how: z.enum(['walked', 'probed']),
        turn: z.int(),
      }),
    ),
    unexplored: z.array(z.object({ place: z.string(), direction: z.string() })),
    mermaid: z.string().describe('The map as a Mermaid flowchart'),
  })
  .meta({ id: 'AdventureMap' });
export type MapView = z.infer<typeof mapView>;

const transcriptEntry = z
  .object({
    seq: z.int(),
    turn: z.int(),
    episode: z.int(),
    at: z.string(),
    command: z
      .string()
      .nullable()
      .describe(
        'The typed command. Null for the opening of the story, and for entries with `restored` or `saved`',
      ),
    by: z.enum(['adventurer', 'player', 'system']),
    thinking: z.string().nullable(),
    text: z.string(),
    upper: z.array(z.string()),
    place: placeRef.nullable(),
    score: z.int().nullable(),
    effect: z.boolean(),
    died: z.boolean(),
    restored: z
      .object({
        turn: z
          .int()
          .describe('Turn whose end state was restored. Negative: a file restored after that turn'),
        save: z.string().nullable().describe('Name of the save. Null for an undo, a turn or a file'),
        file: z.boolean().describe('True if restored from a file'),
        undone: z.array(z.string()).describe('Undone commands, oldest first'),
      })
      .exactOptional()
      .describe(
        'Set if a person restored an earlier state. `text` describes it; `place` and `score` are the restored ones',
      ),
    saved: z.string().exactOptional().describe('Name of the save, if a person saved here'),
  })
  .meta({ id: 'TranscriptEntry' });
export type TranscriptEntry = z.infer<typeof transcriptEntry>;
export const transcriptPage = pageSchema(transcriptEntry, 'TranscriptPage');
export type TranscriptPage = z.infer<typeof transcriptPage>;
