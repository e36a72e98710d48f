import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { toBase64 } from '../../base/base64';
import type { experimentPage } from '../../contract/experiments';
import type { Problem } from '../../contract/problems';
import type { Report, runPage } from '../../contract/runs';
import type { Scene, SceneSeen, scenePage } from '../../contract/scenes';
import { listOperations } from '../auth/permissions';
import { isOffered } from '../auth/scopes';
import type { App } from '../middleware/http';
import { type Caller, type Reply, readProblem } from './caller';
import { writeProblem } from './words';

/** Number of rooms in a resource list, newest first. All others are reachable by template. */
const LISTED = 50;

/** A kind of resource. */
interface Kind {
  name: string;
  title: string;
  description: string;
  /** The operation that reads it, as `METHOD /path/{param}`. */
  asks: string;
  /** URI template, with `{…}` for ids. */
  uri: string;
  mimeType: string;
  /** Lists some resources; absent if there are too many to list. */
  list?(caller: Caller): Promise<{ uri: string; name: string }[]>;
  read(caller: Caller, part: (name: string) => string): Promise<Reply<{ text: string } | { blob: string }>>;
}

const asText = (reply: Reply<string>): Reply<{ text: string }> =>
  reply.ok ? { ok: true, value: { text: reply.value } } : reply;

const KINDS: readonly Kind[] = [
  {
    name: 'scene-transcript',
    title: 'Transcript of a scene',
    description: 'The whole conversation of a scene, with your view, in Markdown.',
    asks: 'GET /v1/scenes/{id}/transcript',
    uri: 'proscenium://scenes/{scene}/transcript',
    mimeType: 'text/markdown',
    list: async (caller) => {
      const { seat, scope } = caller.principal;
      const own = seat?.scene ?? scope.room;
      const row = (id: string, title: string) => ({
        uri: `proscenium://scenes/${id}/transcript`,
        name: title,
      });
      if (own !== null) {
        const scene = await caller.ask<Scene | SceneSeen>(`GET /v1/scenes/${own}`);
        return scene.ok ? [row(scene.value.id, scene.value.title)] : [];
      }
      const page = await caller.ask<z.output<typeof scenePage>>(`GET /v1/scenes?limit=${LISTED}`);
      return page.ok ? page.value.items.map(({ id, title }) => row(id, title)) : [];
    },
    read: async (caller, part) =>
      asText(await caller.askText(`GET /v1/scenes/${part('scene')}/transcript?as=md`, 'text/markdown')),
  },
  {
    name: 'run-report',
    title: 'Report of a run',
    description: 'What a run played and learned, in Markdown.',
    asks: 'GET /v1/runs/{id}/report',
    uri: 'proscenium://runs/{run}/report',
    mimeType: 'text/markdown',
    list: async (caller) => {
      const page = await caller.ask<z.output<typeof runPage>>(`GET /v1/runs?limit=${LISTED}`);
      if (!page.ok) return [];
      return page.value.items.map(({ id, title }) => ({
        uri: `proscenium://runs/${id}/report`,
        name: title,
      }));
    },
    read: async (caller, part) => {
      const report = await caller.ask<Report>(`GET /v1/runs/${part('run')}/report`);
      return report.ok ? { ok: true, value: { text: report.value.markdown } } : report;
    },
  },
  {
    name: 'run-transcript',
    title: 'Transcript of a text adventure',
    description: "All commands of a run `adv_…` with the story's answers, in Markdown.",
    asks: 'GET /v1/runs/{id}/transcript',
    uri: 'proscenium://runs/{run}/transcript',
    mimeType: 'text/markdown',
    read: async (caller, part) =>
      asText(await caller.askText(`GET /v1/runs/${part('run')}/transcript?as=md`)),
  },
  {
    name: 'run-frame',
    title: 'Frame of a grid game',
    description: 'The board of a run `run_…` at a given moment, as a picture. Frames are numbered from 1.',
    asks: 'GET /v1/runs/{id}/frames/{file}',
    uri: 'proscenium://runs/{run}/frames/{n}',
    mimeType: 'image/png',
    read: async (caller, part) => {
      const picture = await caller.askBytes(`GET /v1/runs/${part('run')}/frames/${part('n')}.png`);
      return picture.ok ? { ok: true, value: { blob: toBase64(picture.value) } } : picture;
    },
  },
  {
    name: 'experiment-table',
    title: 'Table of an experiment',
    description: 'The results of every run of an experiment and the sums by model, in Markdown.',
    asks: 'GET /v1/experiments/{id}/table',
    uri: 'proscenium://experiments/{experiment}/table',
    mimeType: 'text/markdown',
    list: async (caller) => {
      const page = await caller.ask<z.output<typeof experimentPage>>(`GET /v1/experiments?limit=${LISTED}`);
      if (!page.ok) return [];
      return page.value.items.map(({ id, name }) => ({ uri: `proscenium://experiments/${id}/table`, name }));
    },
    read: async (caller, part) =>
      asText(await caller.askText(`GET /v1/experiments/${part('experiment')}/table`, 'text/markdown')),
  },
];

function refuse(uri: string, problem: Problem): ProtocolError {
  const words = writeProblem(problem);
  if (problem.status === 404) return new ResourceNotFoundError(uri, words);
  const code = problem.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, words);
}

/** Adds the resources a caller may read: the transcript of its scene for a seat, the resources in its scope for a key. */
export function addResources(app: App, server: McpServer, caller: Caller): void {
  const { seat, scope } = caller.principal;
  const user = { role: seat?.role ?? 'owner', scope } as const;
  const kinds = KINDS.filter(({ asks }) => isOffered(listOperations(app).get(asks), user));
  for (const { name, asks: _, uri, list, read, ...about } of kinds) {
    const listThem = async () => ({
      resources: ((await list?.(caller)) ?? []).map((one) => ({ ...one, mimeType: about.mimeType })),
    });
    server.registerResource(
      name,
      new ResourceTemplate(uri, { list: listThem }),
      about,
      async (url, parts) => {
        const answer = await read(caller, (part) => encodeURIComponent(String(parts[part] ?? ''))).catch(
          (error: unknown) => ({ ok: false as const, problem: readProblem(error, `the resource ${name}`) }),
        );
        if (!answer.ok) throw refuse(url.href, answer.problem);
        return { contents: [{ uri: url.href, mimeType: about.mimeType, ...answer.value }] };
      },
    );
  }
}
