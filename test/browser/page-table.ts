import type { Locator, Page } from 'playwright-core';
import type { EventPage } from '../../src/contract/events/events';
import type { ExperimentView } from '../../src/contract/experiments';
import type { Game, Run } from '../../src/contract/runs';
import type { Branches } from '../../src/contract/what-if';
import type { Route } from '../../web/src/router';
import type { Client } from '../support/api-client';
import { createScene, readCalls, say, until } from './cases';

export interface Props {
  scene: string;
  branch: string;
  run: string;
  otherRun: string;
  adventure: string;
  experiment: string;
  call: string;
  character: string;
  lorebook: string;
}

interface PageRow {
  at(props: Props): string;
  /** Elements of the rendered page: at least one of each. */
  shows(page: Page): Locator[];
  /** True if it sends API requests that may fail. */
  asks: boolean;
  allowed?: RegExp;
  prepare?: (page: Page) => Promise<void>;
}

/** A connected room; a finished run shows no connection. */
const live = (page: Page) => page.locator('.connection.live, .marks:not(:has(.connection)) > .finished');

/**
 * All pages, with their addresses; the type ensures that the list is complete. The cases of
 * every-page-cases.ts and state-cases.ts visit all of them.
 */
export const PAGES: Record<Route['page'], PageRow> = {
  home: {
    at: () => '/',
    shows: (page) => [page.locator('.shelf li').nth(2)],
    asks: true,
    // The lists of rooms load when they come near.
    prepare: (page) => page.locator('.home-rest').scrollIntoViewIfNeeded(),
  },
  scene: { at: ({ scene }) => `/scenes/${scene}`, shows: (page) => [live(page)], asks: true },
  screen: {
    at: ({ scene }) => `/scenes/${scene}/screen`,
    shows: (page) => [page.getByRole('log')],
    asks: true,
  },
  'what-if': {
    at: ({ scene, branch }) => `/scenes/${scene}/what-if?from=2&with=${branch}`,
    shows: (page) => [page.locator('.what-if-columns .different'), page.locator('.what-if-columns .same')],
    asks: true,
  },
  join: {
    at: () => '/join?invitation=si_whatever',
    shows: (page) => [page.getByLabel('Your name')],
    asks: false,
  },
  seats: {
    at: () => '/seats',
    shows: (page) => [page.getByRole('button', { name: 'Sign in with a passkey' })],
    asks: false,
  },
  run: {
    // Name a turn: a recent run would be shown from its first frame.
    at: ({ run }) => `/runs/${run}?turn=2`,
    shows: (page) => [
      live(page),
      page.locator('#turn-title'),
      page.getByRole('button', { name: 'More for this run' }),
    ],
    asks: true,
  },
  adventure: {
    at: ({ adventure }) => `/runs/${adventure}`,
    shows: (page) => [
      live(page),
      page.getByRole('button', { name: 'Whole map' }),
      page.locator('summary', { hasText: 'Memories' }),
      page.getByRole('link', { name: 'Report' }),
    ],
    asks: true,
  },
  event: {
    at: ({ run }) => `/runs/${run}?at=9`,
    shows: (page) => [live(page), page.locator('#turn-title')],
    asks: true,
  },
  report: {
    at: ({ run }) => `/runs/${run}/report`,
    shows: (page) => [page.locator('.report .evidence canvas').first()],
    asks: true,
  },
  compare: {
    at: ({ run, otherRun }) => `/runs/${run}/compare?with=${otherRun}`,
    shows: (page) => [page.locator('.curves canvas')],
    asks: true,
  },
  calls: { at: () => '/calls', shows: (page) => [page.locator('.calls li').nth(3)], asks: true },
  call: {
    at: ({ call }) => `/calls/${encodeURIComponent(call)}`,
    shows: (page) => [page.locator('.budget-line'), page.getByText('Later call')],
    asks: true,
  },
  usage: { at: () => '/usage', shows: (page) => [page.locator('.usage-table tfoot')], asks: true },
  'new-scene': {
    at: ({ character }) => `/scenes/new?character=${character}`,
    shows: (page) => [page.locator('main form'), page.locator('.cast-bill li')],
    asks: true,
  },
  experiments: {
    at: () => '/experiments',
    shows: (page) => [page.locator('.experiment-list li').first()],
    asks: true,
  },
  experiment: {
    at: ({ experiment }) => `/experiments/${experiment}`,
    shows: (page) => [page.getByText('2 of 2 runs finished')],
    asks: true,
  },
  library: {
    at: () => '/library',
    shows: (page) => [page.getByRole('link', { name: 'Ysolde' })],
    asks: true,
  },
  shelf: {
    at: () => '/library/characters',
    shows: (page) => [page.getByRole('link', { name: /Ysolde/ })],
    asks: true,
  },
  item: {
    at: ({ lorebook }) => `/library/lorebooks/${lorebook}`,
    shows: (page) => [page.getByRole('button', { name: 'Save', exact: true })],
    asks: true,
  },
  webhooks: {
    at: () => '/webhooks',
    shows: (page) => [page.locator('.endpoint').first(), page.getByRole('button', { name: 'New webhook' })],
    asks: true,
  },
  keys: { at: () => '/keys', shows: (page) => [page.getByText('operator key')], asks: true },
  link: {
    at: () => '/link',
    shows: (page) => [page.getByRole('heading', { name: 'Open this link in a new tab' })],
    asks: false,
  },
  lost: { at: () => '/no/such/page', shows: (page) => [page.getByText('Page not found')], asks: false },
};

export async function untilShown(page: Page, name: Route['page']): Promise<void> {
  await PAGES[name].prepare?.(page);
  for (const one of PAGES[name].shows(page)) await one.first().waitFor({ state: 'attached' });
}

export const PAGE_NAMES = Object.keys(PAGES) as Route['page'][];

const UNDERSTUDY = { provider: 'understudy' as const };

async function playRun(client: Client, body: object): Promise<string> {
  const { id } = await client.post<Run>('/v1/runs', {
    start: true,
    profiles: { explorer: UNDERSTUDY, analyst: UNDERSTUDY },
    ...body,
  });
  return until(`the end of ${id}`, 120, async () => {
    const run = await client.get<Run>(`/v1/runs/${id}`);
    return run.status === 'finished' ? id : null;
  });
}

async function playAdventure(client: Client): Promise<string> {
  const { items } = await client.get<{ items: Game[] }>('/v1/games');
  const story = items.find((event) => event.kind === 'adventure');
  const run = { game: story?.id, seed: 'pages', budgets: { turns: 12 }, profiles: {} };
  return playRun(client, run);
}

async function playExperiment(client: Client): Promise<string> {
  const { id } = await client.post<ExperimentView>('/v1/experiments', {
    ...{ name: 'The corridor, twice', games: ['corridor'], models: ['understudy'], seeds: 2 },
    ...{ budgets: { actions: 4 }, tags: ['pages'] },
  });
  return until(`the end of ${id}`, 120, async () => {
    const { status } = await client.get<ExperimentView>(`/v1/experiments/${id}`);
    return status === 'finished' ? id : null;
  });
}

async function playScene(client: Client): Promise<{ scene: string; branch: string; call: string }> {
  const { id: scene } = await createScene(client, UNDERSTUDY);
  await say(client, scene, 'Is anybody there?');
  await say(client, scene, 'Teo, **where** are the matches? I had them in `my pocket`.', 'ben');
  const [first] = await readCalls(client, scene, 4);
  const { events } = await client.get<EventPage>(`/v1/scenes/${scene}/events`);
  const seq = events.find(({ kind }) => kind === 'player.spoke')?.seq ?? 0;
  const change = { from: 2, changes: { line: { seq, text: 'Nobody is here.' } } };
  const { scenes } = await client.post<Branches>(`/v1/scenes/${scene}/what-if`, change);
  return { scene, branch: scenes[0]?.id ?? '', call: first?.id ?? '' };
}

/** A webhook and a hook, both disabled, so that they send no messages. */
async function makeWebhooks(client: Client, room: string): Promise<void> {
  const kinds = ['player.spoke', 'character.spoke'];
  await client.post('/v1/webhooks', { url: 'https://hooks.example.com/stage', room, kinds, active: false });
  const turn = { text: '{{sender.login}} knocks.', personaId: 'ben' };
  await client.post('/v1/hooks', { room, verify: 'github', turn, active: false });
}

async function fillLibrary(client: Client): Promise<{ character: string; lorebook: string }> {
  const entry = { id: 'ferry', keys: ['ferry'], content: 'It crosses at dusk alone.' };
  const [character, lorebook] = await Promise.all([
    client.post<{ id: string }>('/v1/characters', { name: 'Ysolde', personality: 'patient' }),
    client.post<{ id: string }>('/v1/lorebooks', { name: 'The river', entries: [entry] }),
  ]);
  return { character: character.id, lorebook: lorebook.id };
}

let made: { of: Client; props: Promise<Props> } | null = null;

/** Everything that the pages show, created once per stage. */
export function makeProps(client: Client): Promise<Props> {
  if (made?.of !== client) {
    const board = { game: 'corridor', seed: 'pages' };
    const props = Promise.all([
      playScene(client),
      playRun(client, { ...board, budgets: { actions: 24 } }),
      playRun(client, { ...board, budgets: { actions: 6 }, title: 'The shorter one' }),
      playAdventure(client),
      playExperiment(client),
      fillLibrary(client),
    ]).then(async ([scene, run, otherRun, adventure, experiment, library]) => {
      await makeWebhooks(client, scene.scene);
      return { ...scene, ...library, run, otherRun, adventure, experiment };
    });
    made = { of: client, props };
  }
  return made.props;
}
