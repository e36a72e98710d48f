import { z } from 'zod';
import { MAX_OBJECTIVE, MEMORY_CATEGORIES, PRIORITIES } from './adventure-agents';
import { digits } from './digits';
import { runId } from './ids';
import { runLimits } from './money';
import { pageOf } from './pages';
import { prose } from './prose';
import { RUN_STATUS, runHead, turnHead, turnTail } from './run-parts';

/** Options of an adventure besides playing; see docs/adventures.md. */
export const adventureOptions = z
  .strictObject({
    player: z
      .enum(['agent', 'person'])
      .optional()
      .describe(
        'Who plays. `person`: a turn types what a person gave and asks no model; without a command it opens the story and waits. Default `agent`',
      ),
    episodes: z.int().min(1).max(50).optional().describe('Episodes the run may hold. Default 1'),
    turnsPerEpisode: z
      .int()
      .min(1)
      .max(5_000)
      .nullable()
      .optional()
      .describe('Default null: no limit but the budget'),
    critic: z
      .strictObject({
        on: z.boolean().optional(),
        threshold: z.number().min(-1).max(1).optional(),
      })
      .optional()
      .describe('Default on, threshold -0.2: a command with a lower score is rejected'),
    extractor: z.boolean().optional().describe('What the text shows, each turn. Default true'),
    chronicler: z.boolean().optional().describe('Memories, each turn. Default true'),
    discoverEvery: z
      .int()
      .min(0)
      .max(1_000)
      .optional()
      .describe('Objectives are looked for every so many turns; 0: never. Default 20'),
    refineAbove: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Active objectives above which they are refined. Default 12'),
    staleAfter: z
      .int()
      .min(1)
      .max(5_000)
      .optional()
      .describe('Turns after which an untouched objective of an agent is dropped. Default 60'),
    synthesizeEvery: z
      .int()
      .min(0)
      .max(1_000)
      .optional()
      .describe('Knowledge is written every so many turns; 0: at the end only. Default 50'),
    stuckAfter: z
      .int()
      .min(0)
      .max(5_000)
      .optional()
      .describe('Turns without progress that end an episode; 0: never. Default 60'),
    probe: z
      .boolean()
      .optional()
      .describe('Exits are tried and taken back, and prompts carry them. Default true'),
    share: z
      .boolean()
      .optional()
      .describe('Memories and knowledge are shared with other runs of the story. Default true'),
    hints: z
      .enum(['none', 'trials'])
      .optional()
      .describe(
        '`trials`: prompts name the commands whose trial changed the world, as the valid actions of Jericho do. Default `none`',
      ),
    fair: z
      .boolean()
      .optional()
      .describe(
        'The agents know what the story prints and nothing else: nothing is tried, read from memory or shared (`probe`, `share` and `hints` are off). Default false',
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
  note: z.string().exactOptional().describe('What the story says of it in brackets, e.g. `closed`'),
}) as never;
const confidence = z
  .enum(['read', 'inferred', 'unknown'])
  .describe(
    '`read` by the standard of the machine, or because two readers agree; `inferred` by one reader; `unknown`',
  );
const readers = z.array(z.enum(['tree', 'status', 'memory', 'trial', 'text']));
const sources = z
  .object({ location: readers, score: readers, inventory: readers, visible: readers })
  .describe(
    'Readers that agree on each value: the `tree` of objects, the `status` line, a variable in `memory`, a `trial` (`look`, `inventory`, `score` typed and taken back), the `text` just printed',
  );
const mark = (about: string) => z.literal(true).exactOptional().describe(about);
const colour = z
  .enum(['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'])
  .exactOptional();
export const styledRun = z
  .object({
    start: z.int().describe('First character'),
    end: z.int().describe('Character after the last one'),
    bold: mark('Bold'),
    italic: mark('Italic'),
    fixed: mark('Fixed width'),
    reverse: mark('Colours of text and background change places'),
    colour: colour.describe('Colour of the text; absent: the usual one'),
    background: colour.describe('Absent: the usual one'),
  })
  .meta({ id: 'StyledRun' });
const stylesField = z
  .array(styledRun)
  .exactOptional()
  .describe('Parts of the text that are not plain; absent: none');
const upperStylesField = z
  .array(z.array(styledRun))
  .exactOptional()
  .describe('The same for each line of `upper`');
const placeRef = z.object({ id: z.string().describe('`L<number>`'), name: z.string() });

const ENDS = z.enum(['won', 'died', 'quit', 'error', 'stuck', 'turns', 'stopped']);

export const episode = z
  .object({
    n: z.int(),
    turn: z.int().describe('Turn it began with'),
    turns: z.int(),
    deaths: z.int(),
    score: z.int().nullable(),
    best: z.int().nullable(),
    end: ENDS.nullable().describe('null: it is being played'),
    why: z.string().exactOptional().describe('Fault that stopped the story; absent unless `end` is `error`'),
  })
  .meta({ id: 'Episode' });

const objectiveView = z
  .object({
    id: z.string().describe('`A…` of the adventurer, `D…` discovered, `P…` of a person'),
    text: z.string(),
    source: z.enum(['agent', 'discovered', 'player']),
    priority: z.enum(PRIORITIES),
    parent: z.string().nullable(),
    status: z.enum(['active', 'completed', 'merged', 'dropped']),
    turn: z.int().describe('Turn it was added in'),
    touched: z.int().describe('Newest turn that moved it forward'),
    place: z.string().nullable().describe('Where it was declared, as `L<number>`'),
    ended: z
      .object({ turn: z.int(), by: z.string(), why: z.string() })
      .nullable()
      .describe('When, by whom and why it ended; null while it is active'),
    absorbed: z.array(z.string()).describe('Objectives that were merged into it'),
    wordings: z.array(z.object({ turn: z.int(), text: z.string() })).describe('Earlier wordings'),
  })
  .meta({ id: 'Objective' });

export const objectiveList = z
  .object({
    items: z.array(objectiveView).describe('Active ones first, in the order of the prompt'),
    report: z.object({
      active: z.int(),
      completed: z.int(),
      merged: z.int(),
      dropped: z.int(),
      refused: z.int(),
      declaredByAgent: z.int(),
      perTurn: z.number().describe('Objectives the adventurer declared per turn'),
      overused: z.string().nullable().describe('Set when it declares too many'),
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
    done: z.literal(true).optional().describe('It is completed, the player says'),
  })
  .meta({ id: 'ChangeObjective' });
export type ChangeObjective = z.infer<typeof changeObjective>;
export const orderObjectives = z
  .strictObject({
    order: z
      .array(z.string().max(10))
      .min(1)
      .max(200)
      .describe('Ids of active objectives in their new order; others follow as they are'),
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
        'Empty: Enter alone, as at "Hit RETURN", or lets a story go on that took too long; only with `take`. Where the story waits for a key: a character, or the name of a key: `enter`, `space`, `escape`, `delete`, `up`, `down`, `left`, `right`, `f1` to `f12`, `keypad 0` to `keypad 9`',
      ),
    mode: z
      .enum(['take', 'suggest'])
      .default('take')
      .describe(
        '`take`: it is typed in the next turn, and a paused run plays that turn; `suggest`: the adventurer is told of it',
      ),
  })
  .meta({ id: 'GiveCommand' });
export type GiveCommand = z.infer<typeof giveCommand>;

export const commandGiven = z
  .object({
    run: runId,
    seq: z.int().describe('Its place in the ledger'),
    command: z.string(),
    mode: z.enum(['take', 'suggest']),
    status: z.enum(RUN_STATUS),
    turn: z.int().nullable().describe('Turn that typed it; null: not yet'),
    text: z.string().nullable().describe('What the story answered; null: not yet'),
    awaits: z
      .enum(['line', 'key', 'nothing'])
      .nullable()
      .describe('What the story reads next; `nothing`: it has ended; null: not yet'),
    score: z.int().nullable(),
    place: placeRef.nullable(),
  })
  .meta({ id: 'CommandGiven' });
export type CommandGiven = z.infer<typeof commandGiven>;

export const saveName = prose(60).describe('A name of your own, such as "before the dragon"');
export const saveStory = z.strictObject({ name: saveName }).meta({ id: 'SaveStory' });
export type SaveStory = z.infer<typeof saveStory>;

export const restoreStory = z
  .strictObject({
    save: saveName.optional(),
    turn: z.int().min(1).optional().describe('A turn that moved the story'),
  })
  .refine(({ save, turn }) => save === undefined || turn === undefined, 'give `save` or `turn`, not both')
  .meta({ id: 'RestoreStory' });
export type RestoreStory = z.infer<typeof restoreStory>;

/** Most commands of one trial. */
const MAX_TRIED = 5;
const triedTurn = z
  .int()
  .min(0)
  .optional()
  .describe(
    'From the outcome of this turn, which moved the story; 0: from the opening of the newest episode; absent: from where it stands',
  );
const triedCommand = z.string().trim().max(200);
export const tryCommands = z
  .strictObject({
    command: triedCommand.optional().describe('One command; empty: Enter alone'),
    commands: z.array(triedCommand).min(1).max(MAX_TRIED).optional().describe('Several, one after the other'),
    turn: triedTurn,
  })
  .refine(
    ({ command, commands }) => (command === undefined) !== (commands === undefined),
    'give `command` or `commands`',
  )
  .meta({ id: 'TryCommands' });
export type TryCommands = z.infer<typeof tryCommands>;

const objectRef = z.object({ id: z.int(), name: z.string() }).nullable();
export const triedCommands = z
  .object({
    commands: z.array(z.string()),
    turn: z.int().nullable().describe('The turn it was tried from; null: from where the story stands'),
    text: z.string().describe('What the story would answer'),
    upper: z.array(z.string()),
    awaits: z.enum(['line', 'key', 'nothing']),
    end: ENDS.nullable().describe('How the story would end by it; null: it goes on'),
    died: z.boolean(),
    effect: z.boolean().describe('The world would change in a way that waiting does not explain'),
    moved: z.boolean(),
    from: placeRef.nullable(),
    to: placeRef.nullable(),
    score: z.int().nullable(),
    points: z.int().nullable().describe('Change of the score; null: it is not known'),
    inventory: z.array(thing),
    visible: z.array(thing),
    confidence: z.object({ location: confidence, score: confidence, inventory: confidence }),
    objects: z
      .array(
        z.object({
          id: z.int(),
          name: z.string(),
          from: objectRef.describe('What it was in or on; null: out of play'),
          to: objectRef.describe('What it would be in or on'),
          attributes: z.boolean().describe('Attributes of it would change: open, lit, worn and others'),
          player: z.literal(true).exactOptional().describe("It is the player's own object"),
        }),
      )
      .describe(
        'Objects of the story that would move or change, without those that waiting moves or changes as well',
      ),
    instructions: z.int().describe('Instructions of the machine that it took'),
  })
  .meta({ id: 'TriedCommands' });
export type TriedCommands = z.infer<typeof triedCommands>;

export const validActionsQuery = z.object({
  turn: digits(z.int().min(0))
    .optional()
    .describe(
      'From the outcome of this turn; 0: from the opening of the newest episode; absent: from where the story stands',
    ),
});
export const validActions = z
  .object({
    turn: z.int().nullable().describe('The turn they were tried from; null: from where the story stands'),
    place: placeRef.nullable(),
    items: z.array(
      z.object({
        command: z.string(),
        text: z.string().describe('First line of what the story would answer'),
        moved: z.boolean(),
        points: z.int().describe('Change of the score; 0 where it is not known'),
        alike: z.array(z.string()).describe('Other commands that leave the same world'),
      }),
    ),
    tried: z.int().describe('Number of commands that were tried'),
    untried: z.int().describe('Number of commands that there was no room for'),
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
    author: z.string().nullable().describe('Author of the story; null: not known'),
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
          .describe('Highest score possible, as the story says; null: it does not; absent: it was not asked'),
        moves: z.int().nullable(),
        time: z.string().nullable(),
        inventory: z.array(thing),
        visible: z.array(thing).describe('Things here that the story names when it is asked to look'),
        confidence: z.object({ location: confidence, score: confidence, inventory: confidence }),
        sources: sources.exactOptional(),
        text: z.string().describe('What it said last'),
        upper: z.array(z.string()).describe('Lines of its upper window'),
        styles: stylesField,
        upperStyles: upperStylesField,
        awaits: z.enum(['line', 'key', 'nothing']),
        stopped: z
          .object({ kind: z.enum(['quit', 'error', 'runaway']), message: z.string() })
          .exactOptional()
          .describe(
            'Why the story awaits nothing; absent while it goes on. `runaway`: it took too many instructions or printed too much; an empty command lets it go on',
          ),
      })
      .nullable()
      .describe('null before the first turn'),
    episode: episode.nullable().describe('The one being played; null between two'),
    episodes: z.array(episode),
    score: z.object({
      best: z.int().nullable().describe('Of all episodes'),
      maximum: z.int().nullable().describe('Highest score possible, as the story says; null: not known'),
      shareOfMaximum: z.number().nullable().describe('`best` of `maximum`, from 0 to 1; null: not known'),
      curve: z.array(z.tuple([z.int(), z.int()])).describe('`[turn, score]` at every change'),
      perPoint: z
        .object({ calls: z.number(), tokens: z.number(), turns: z.number() })
        .nullable()
        .describe('What a point of the best score cost; null without points'),
    }),
    objectives: z.object({ active: z.int(), completed: z.int() }),
    trouble: trouble.describe(
      'Moving in circles, staying in one place, or making no progress; null: none of these',
    ),
    given: z
      .array(z.object({ seq: z.int(), command: z.string(), mode: z.enum(['take', 'suggest']) }))
      .describe('Commands of people that wait'),
    saves: z
      .array(z.object({ name: z.string(), turn: z.int() }))
      .describe('Places that a person named, oldest first; `turn` is the one whose outcome is kept'),
    undo: z.int().nullable().describe('The turn that an undo leads back to; null: there is none'),
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
        place: placeRef.nullable().describe('Where it led'),
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
    id: z.string().describe('`M…` of this run, `S…` of another run of the story'),
    place: z.string().nullable().describe('Where it was learnt, as `L<number>`'),
    category: z.enum(MEMORY_CATEGORIES),
    text: z.string(),
    turn: z.int(),
    episode: z.int(),
    correctedBy: z.string().nullable().describe('Id of the memory that corrected it'),
  })
  .meta({ id: 'AdventureMemory' });

export const adventureKnowledge = z
  .object({
    knowledge: z.string().nullable().describe('What the scholar wrote last'),
    memories: z.array(memoryNote),
    vain: z
      .record(z.string(), z.array(z.string()))
      .describe('By place: commands without effect as the world is now'),
    deadly: z.record(z.string(), z.array(z.string())).describe('By place: commands that killed'),
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
        how: z.enum(['walked', 'probed']).describe('`probed`: tried and taken back'),
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
      .describe('null: the story begins, or, with `restored` or `saved`, somebody took it back or saved it'),
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
        turn: z.int().describe('The turn whose outcome counts again; negative: a file behind that turn'),
        save: z.string().nullable().describe('Name of the save; null: an undo, a turn, or a file'),
        file: z.boolean().describe('It came from a file'),
        undone: z.array(z.string()).describe('Commands that this took back, oldest first'),
      })
      .exactOptional()
      .describe(
        'A person took the story back here; `text` says so in words, `place` and `score` are those it went to',
      ),
    saved: z.string().exactOptional().describe('A person named the place where the story stands: that name'),
  })
  .meta({ id: 'TranscriptEntry' });
export type TranscriptEntry = z.infer<typeof transcriptEntry>;
export const transcriptPage = pageOf(transcriptEntry, 'TranscriptPage');
export type TranscriptPage = z.infer<typeof transcriptPage>;
