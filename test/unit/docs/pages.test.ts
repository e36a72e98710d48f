import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '../../../src/contract/access';
import { changeScene } from '../../../src/contract/change-scene';
import { createScene, tableGame } from '../../../src/contract/create-scene';
import { createExperiment } from '../../../src/contract/experiments';
import { startAutonomy } from '../../../src/contract/pace';
import { ACTION_STATUS, PHASES } from '../../../src/contract/run-knowledge';
import { RUN_STATUS } from '../../../src/contract/run-parts';
import { createRun } from '../../../src/contract/runs';
import { createSeat } from '../../../src/contract/seats';
import { FINISH_REASONS } from '../../../src/grid/situation';
import { readTelemetry } from '../../../src/scene/actions/records';
import { act, envelope, eventsOf, openScene, playedScene } from '../../support/play-scene';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Names in backticks in the first column of the tables under a heading; default: under any heading. */
function namesIn(page: string, heading?: string): string[] {
  const text = heading === undefined ? page : (page.split(`\n${heading}\n`)[1]?.split(/\n#{1,3} /)[0] ?? '');
  return [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

const GROUPS = ['request', 'round', 'history', 'lore', 'budget'];
const flatten = (envelope: object): string[] =>
  Object.entries(envelope).flatMap(([field, value]) =>
    GROUPS.includes(field) ? Object.keys(value as object).map((inner) => `${field}.${inner}`) : [field],
  );

it.each(['director', 'character:ada', 'narrator', 'world', 'summarizer', 'judge'] as const)(
  'docs/internals.md, the envelope has exactly the fields of the envelope of %s',
  (viewer) =>
    expect(namesIn(read('docs/internals.md'), '### Envelope fields')).toEqual(
      flatten(envelope(openScene().state, viewer)),
    ),
);

it('docs/operate.md has every variable that is read from the environment, and of the example', () => {
  const variables = namesIn(read('docs/operate.md'), '## Environment variables');
  const inCode = [...read('src/config.ts').matchAll(/^ {2}([A-Z_]+): text/gm)].map(([, name = '']) => name);
  const inExample = [...read('.dev.vars.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(inCode.length).toBeGreaterThan(5);
  expect(variables).toEqual(inCode);
  expect(variables).toEqual(expect.arrayContaining(inExample));
});

describe('docs/internals.md, the audit record', () => {
  const page = read('docs/internals.md').split('\n## Audit record\n')[1]?.split('\n## ')[0] ?? '';

  it('has every field of the record of a round, its passes, agents and sections', async () => {
    const room = await playedScene({ 'director.1': { actingCharacters: [act('ada')] } });
    const record = eventsOf(room, 'round.audited')[0]?.payload as unknown as Record<string, object[]>;
    const { prompt } = readTelemetry([...room.ledger].reverse()).prompts[0] ?? {};
    const named = namesIn(page);
    const [pass = {}] = record.passes ?? [];
    const [agent = {}] = record.agents ?? [];
    for (const part of [record, pass, agent, Object.values(prompt?.sections ?? {})[0] ?? {}]) {
      expect(Object.keys(part)).not.toEqual([]);
      expect(Object.keys(part).filter((field) => !named.includes(field))).toEqual([]);
    }
    for (const field of Object.keys(prompt ?? {})) expect(page).toContain(`\`${field}\``);
  });
});

describe('docs/runs.md', () => {
  const page = read('docs/runs.md');

  it('has every key of a run and an experiment, and every status, phase and reason to finish', () => {
    expect(namesIn(page, '## Keys of a run')).toEqual(Object.keys(createRun.shape));
    expect(namesIn(page, '### Fields').sort()).toEqual(Object.keys(createExperiment.shape).sort());
    const names = [...RUN_STATUS, ...ACTION_STATUS, ...PHASES, ...Object.values(FINISH_REASONS)];
    expect(namesIn(page)).toEqual(expect.arrayContaining(names));
  });
});

const direct = read('docs/direct.md');

it('docs/direct.md has every key that creates or changes a scene, or sets up a table game', () => {
  expect(namesIn(direct, '## Keys of a scene').sort()).toEqual(Object.keys(createScene.shape).sort());
  expect(namesIn(direct, '## Table games')).toEqual(Object.keys(tableGame.shape));
  const changed = new Set(namesIn(direct, '### Change a scene').map((name) => name.replace(/\..*/, '')));
  expect([...changed].sort()).toEqual(Object.keys(changeScene.shape).sort());
});

it('docs/direct.md sends bodies that are accepted', () => {
  const schemas = { scenes: createScene, autonomy: startAutonomy, SCENE: changeScene };
  const sent = [...direct.matchAll(/(scenes|autonomy|SCENE) -d '([^']+)'/g)];
  expect(sent).toHaveLength(5);
  for (const [, path = '', body = ''] of sent)
    expect(schemas[path as keyof typeof schemas].safeParse(JSON.parse(body)).error).toBeUndefined();
});

it('docs/people.md has every field of a new seat, and every scope of a key', () => {
  const names = [...Object.keys(createSeat.shape), ...KEY_SCOPES];
  expect(namesIn(read('docs/people.md'))).toEqual(expect.arrayContaining(names));
});
