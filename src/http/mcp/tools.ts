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
import { RUN_FORMATTERS, RUN_TOOLS } from './run-tools';
import { SCENE_FORMATTERS, SCENE_TOOLS } from './scene-tools';
import { STORY_TOOLS } from './story-tools';
import type { Tool, ToolResult, Work } from './tool';

/** Argument of every tool that changes something. */
const KEY = {
  key: idempotencyKey
    .max(150)
    .optional()
    .describe(
      'Any unique id for this call. Repeating the call with the same id and arguments has no further effect',
    ),
};

/** Names of the room argument, by kind of room. */
const ROOMS = {
  scene: sceneId.describe('Id of the scene, `scn_…`'),
  run: runId.describe('Id of the run, `run_…` or `adv_…`'),
  experiment: experimentId.describe('Id of the experiment, `exp_…`'),
};

/** Lists the tools that actions declare, combined with the teller of the same name. */
function actionTools(): Tool[] {
  const runActions = new Map([...GRID_ACTIONS, ...ADVENTURE_ACTIONS].map((action) => [action.name, action]));
  return [
    ...SCENE_ACTIONS.flatMap((action) => (action.tools ?? []).map((tool) => toTool('scene', action, tool))),
    ...[...runActions.values()].flatMap((action) =>
      (action.tools ?? []).map((tool) => toTool('run', action, tool)),
    ),
  ];
}

function toTool(room: 'scene' | 'run', action: AnyAction, declared: ActionTool): Tool {
  const teller = { ...SCENE_FORMATTERS, ...RUN_FORMATTERS }[declared.name];
  if (!teller) throw new Error(`the tool ${declared.name} has no teller`);
  const { name, title, description, args, ofOwner, toBody } = declared;
  const row = (id: string) =>
    `${action.method.toUpperCase()} /v1/${room}s/${id}${action.path}${action.wait ? '?wait=0' : ''}` as Row;
  return {
    ...{ name, title, description, room, answer: teller.answer },
    asks: [`${action.method.toUpperCase()} /v1/${room}s/{id}${action.path}`],
    args: { ...args, ...teller.args },
    ...(ofOwner && { ofOwner }),
    run: (work) =>
      teller.formatResult(work, (key = work.args.key) =>
        work.caller.ask(row(work.room), {
          ...(toBody && { body: toBody(work.args) }),
          ...(typeof key === 'string' && { key }),
        }),
      ),
  };
}

/** The input schema of a tool: seats and room keys do not name their room. */
const inputSchema = (tool: Tool, { role, scope }: User): z.ZodObject => {
  const { room, args, ofOwner } = tool;
  return z.strictObject({
    ...(room && role === 'owner' && scope.room === null && { [room]: ROOMS[room] }),
    ...args,
    ...(role === 'owner' && ofOwner),
    ...(!readsOnly(tool) && KEY),
  });
};

const readsOnly = ({ asks, reads }: Tool): boolean =>
  reads === true || asks.every((row) => row.startsWith('GET '));

/** A tool as offered to callers of a role. */
export type OfferedTool = Omit<ReturnType<typeof offerTool>, 'output'> & {
  /** Absent if the output schemas of all tools together are too long for the list. */
  output?: StandardSchemaWithJSON;
};

const offerTool = ({ answer, ...tool }: Tool, user: User) => ({
  ...tool,
  reads: readsOnly({ answer, ...tool }),
  input: listSchema(inputSchema({ answer, ...tool }, user), 'input'),
  output: listSchema(answer, 'output'),
  run: (
    caller: Caller,
    args: Record<string, unknown>,
    progress: Pick<Work, 'progress' | 'signal'>,
  ): Promise<Reply<ToolResult>> => {
    const { seat, scope } = caller.principal;
    const room = tool.room === undefined ? '' : (seat?.scene ?? scope.room ?? String(args[tool.room]));
    return tool.run({ caller, room, args, ...progress });
  },
});

/**
 * Maximum characters of all output schemas in a list: clients put the list into every conversation, at most 40 kB of
 * it.
 */
const MAX_OUTPUT_SCHEMAS = 10_000;

const offers = new Map<string, OfferedTool[]>();

/** Lists the tools of a caller: scenes first, then runs, then experiments. */
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
  const length = tools.reduce((sum, { output }) => sum + schemaLength(output), 0);
  return length <= MAX_OUTPUT_SCHEMAS ? tools : tools.map(({ output: _, ...tool }) => tool);
}

const ALL: readonly Tool[] = [
  ...SCENE_TOOLS,
  ...actionTools(),
  ...RUN_TOOLS,
  ...STORY_TOOLS,
  ...EXPERIMENT_TOOLS,
  ...CALL_TOOLS,
];

/**
 * Zod's descriptions without ids: a schema with an id becomes a `$ref`, and some clients drop every tool of a list
 * that contains one.
 */
const withoutIds = z.registry<Record<string, unknown>>();
withoutIds.get = (schema) => {
  const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
  return meta;
};

/** The JSON Schema for `tools/list`, with everything inline. */
function listSchema(
  schema: z.ZodObject,
  io: 'input' | 'output',
): StandardSchemaWithJSON<Record<string, unknown>> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, metadata: withoutIds });
  const { version, vendor, validate } = schema['~standard'];
  return {
    '~standard': { version, vendor, validate, jsonSchema: { input: () => json, output: () => json } },
  };
}

/** Characters of a listed schema. */
const schemaLength = (schema: StandardSchemaWithJSON): number =>
  JSON.stringify(schema['~standard'].jsonSchema.output({ target: 'draft-2020-12' })).length;
