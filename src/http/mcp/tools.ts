import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ADVENTURE_ACTIONS } from '../../adventure/actions';
import { idempotencyKey } from '../../contract/access';
import { experimentId, runId, sceneId } from '../../contract/ids';
import { GRID_ACTIONS } from '../../grid/actions';
import type { ActionTool, AnyAction } from '../../room/actions';
import { SCENE_ACTIONS } from '../../scene/actions';
import type { Principal } from '../auth/authenticate';
import { listOperations } from '../auth/permissions';
import { isOffered, type User } from '../auth/scopes';
import type { App } from '../middleware/http';
import { CALL_TOOLS } from './call-tools';
import type { Caller, Reply, Row } from './caller';
import { EXPERIMENT_TOOLS } from './experiment-tools';
import { lengthOf, listSchema } from './listed-schema';
import { RUN_TELLERS, RUN_TOOLS } from './run-tools';
import { SCENE_TELLERS, SCENE_TOOLS } from './scene-tools';
import { STORY_TOOLS } from './story-tools';
import type { Told, Tool, Work } from './tool';

/** Argument of every tool that changes something. */
const KEY = {
  key: idempotencyKey
    .max(150)
    .optional()
    .describe('Any id of your own for this call. Sent again with the same id and arguments, it is done once'),
};

/** Names of the argument by which each kind of room is named. */
const ROOMS = {
  scene: sceneId.describe('Id of the scene, `scn_…`'),
  run: runId.describe('Id of the run, `run_…` or `adv_…`'),
  experiment: experimentId.describe('Id of the experiment, `exp_…`'),
};

/** Lists every tool that actions declare: what a teller of that name adds is how it is waited for, and told. */
function toolsOfActions(): Tool[] {
  const runActions = new Map([...GRID_ACTIONS, ...ADVENTURE_ACTIONS].map((action) => [action.name, action]));
  return [
    ...SCENE_ACTIONS.flatMap((action) => (action.tools ?? []).map((tool) => toolOf('scene', action, tool))),
    ...[...runActions.values()].flatMap((action) =>
      (action.tools ?? []).map((tool) => toolOf('run', action, tool)),
    ),
  ];
}

function toolOf(room: 'scene' | 'run', action: AnyAction, declared: ActionTool): Tool {
  const teller = { ...SCENE_TELLERS, ...RUN_TELLERS }[declared.name];
  if (!teller) throw new Error(`nothing tells the answer of the tool ${declared.name}`);
  const { name, title, description, args, ofOwner, toBody } = declared;
  const reads = action.method === 'get';
  const row = (id: string) =>
    `${action.method.toUpperCase()} /v1/${room}s/${id}${action.path}${action.wait ? '?wait=0' : ''}` as Row;
  return {
    ...{ name, title, description, room, reads, answer: teller.answer },
    asks: [`${action.method.toUpperCase()} /v1/${room}s/{id}${action.path}`],
    args: { ...args, ...teller.args },
    ...(ofOwner && { ofOwner }),
    run: (work) =>
      teller.tell(work, (key = work.args.key) =>
        work.caller.ask(row(work.room), {
          ...(toBody && { body: toBody(work.args) }),
          ...(typeof key === 'string' && { key }),
        }),
      ),
  };
}

/** Makes the schema of what a tool takes: a seat, or the key of one room, does not name its room. */
const inputOf = ({ room, args, ofOwner, reads }: Tool, { role, scope }: User): z.ZodObject =>
  z.strictObject({
    ...(room !== null && role === 'owner' && scope.room === null && { [room]: ROOMS[room] }),
    ...args,
    ...(role === 'owner' && ofOwner),
    ...(!reads && KEY),
  });

/** A tool as it is offered to callers of one role. */
export interface OfferedTool extends Omit<Tool, 'args' | 'ofOwner' | 'answer' | 'run'> {
  input: StandardSchemaWithJSON<Record<string, unknown>>;
  /** Absent if the output schemas of all tools together are too long for the list. */
  output?: StandardSchemaWithJSON;
  run(
    caller: Caller,
    args: Record<string, unknown>,
    progress: Pick<Work, 'progress' | 'signal'>,
  ): Promise<Reply<Told>>;
}

const offerTool = ({ answer, ...tool }: Tool, user: User): Required<OfferedTool> => ({
  ...tool,
  input: listSchema(inputOf({ answer, ...tool }, user), 'input'),
  output: listSchema(answer, 'output'),
  run: (caller, args, progress) => {
    const { seat, scope } = caller.principal;
    const room = tool.room === null ? '' : (seat?.scene ?? scope.room ?? String(args[tool.room]));
    return tool.run({ caller, room, args, ...progress });
  },
});

/** Most characters of all output schemas of a list: clients put the list into every conversation, at most 40 kB of it. */
const MAX_OUTPUT_SCHEMAS = 10_000;

const offers = new Map<string, OfferedTool[]>();

/** Lists the tools of a caller: those of scenes before those of runs, and of experiments. */
export function listTools(app: App, { seat, scope }: Principal): OfferedTool[] {
  const user: User = { role: seat?.role ?? 'owner', scope };
  const name = `${user.role} ${scope.scope} ${scope.room?.slice(0, 3)}`;
  const own = offers.get(name) ?? offerTools(app, user);
  offers.set(name, own);
  return own;
}

function offerTools(app: App, user: User): OfferedTool[] {
  const operations = listOperations(app);
  const tools = ALL.filter(({ asks }) => asks.every((row) => isOffered(operations.get(row), user))).map(
    (tool) => offerTool(tool, user),
  );
  const length = tools.reduce((sum, { output }) => sum + lengthOf(output), 0);
  return length <= MAX_OUTPUT_SCHEMAS ? tools : tools.map(({ output: _, ...tool }) => tool);
}

const ALL: readonly Tool[] = [
  ...SCENE_TOOLS,
  ...toolsOfActions(),
  ...RUN_TOOLS,
  ...STORY_TOOLS,
  ...EXPERIMENT_TOOLS,
  ...CALL_TOOLS,
];
