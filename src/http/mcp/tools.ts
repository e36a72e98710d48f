import { z } from 'zod';
import { runId, sceneId } from '../../api/ids';
import type { SeatRole } from '../../api/seats';
import { ADVENTURE_ACTIONS } from '../../engines/adventure/actions';
import { GRID_ACTIONS } from '../../engines/grid/actions';
import { SCENE_ACTIONS } from '../../engines/scene/actions';
import type { ActionTool, AnyAction } from '../../room/actions';
import type { Principal } from '../auth/authenticate';
import { CALL_TOOLS } from './call-tools';
import type { Caller, Reply, Row } from './caller';
import { RUN_TELLERS, RUN_TOOLS } from './run-tools';
import { SCENE_TELLERS, SCENE_TOOLS } from './scene-tools';
import type { Told, Tool, Work } from './tool';

/** Argument of every tool that changes something. */
const KEY = {
  key: z
    .string()
    .max(150)
    .optional()
    .describe('Any id of your own for this call. Sent again with the same id and arguments, it is done once'),
};

/** Names of the argument by which each kind of room is named. */
const ROOMS = {
  scene: sceneId.describe('Id of the scene, `scn_…`'),
  run: runId.describe('Id of the run, `run_…` or `adv_…`'),
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
    ...{ name, title, description, room, who: action.who, reads, answer: teller.answer },
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

type Role = 'owner' | SeatRole;

/** Says who may use a tool: a key all of them, a seat those whose requests it may make. */
const mayUse = ({ who }: Tool, role: Role): boolean =>
  role === 'owner' || who === 'seat' || (role === 'player' && who === 'player');

/** Makes the schema of what a tool takes: a seat is in one scene, and does not name it. */
const inputOf = ({ room, args, ofOwner, reads }: Tool, role: Role): z.ZodObject =>
  z.strictObject({
    ...(room !== null && role === 'owner' && { [room]: ROOMS[room] }),
    ...args,
    ...(role === 'owner' && ofOwner),
    ...(!reads && KEY),
  });

/** A tool as it is offered to callers of one role. */
export interface OfferedTool extends Omit<Tool, 'args' | 'ofOwner' | 'run'> {
  input: z.ZodObject;
  run(
    caller: Caller,
    args: Record<string, unknown>,
    progress: Pick<Work, 'progress' | 'signal'>,
  ): Promise<Reply<Told>>;
}

const offerTool = (tool: Tool, role: Role): OfferedTool => ({
  ...tool,
  input: inputOf(tool, role),
  run: (caller, args, progress) => {
    const room = tool.room === null ? '' : (caller.principal.seat?.scene ?? String(args[tool.room]));
    return tool.run({ caller, room, args, ...progress });
  },
});

const offers = new Map<Role, OfferedTool[]>();

/** Lists the tools of a caller: those of scenes before those of runs. */
export function listTools({ seat }: Principal): OfferedTool[] {
  const role = seat?.role ?? 'owner';
  const own =
    offers.get(role) ?? ALL.filter((tool) => mayUse(tool, role)).map((tool) => offerTool(tool, role));
  offers.set(role, own);
  return own;
}

const ALL: readonly Tool[] = [...SCENE_TOOLS, ...toolsOfActions(), ...RUN_TOOLS, ...CALL_TOOLS];
