import { readFileSync } from 'node:fs';
import { MAX_BLOCKED, MAX_EDGES, MAX_ROOMS } from 'story-player/memory';
import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES } from '../../../packages/zmachine-story/src/read-story';
import { BUDGET } from '../../../packages/zmachine-story/src/run';
import { MAX_TEXT } from '../../../packages/zmachine-story/src/screen';
import { MAX_NOTE } from '../../../src/adventure/notes';
import { MAX_ACTIVE } from '../../../src/adventure/objectives/declare';
import { exportAdventure } from '../../../src/adventure/reporting/export';
import { DEFAULT_OPTIONS } from '../../../src/adventure/state';
import { MAX_OBJECTIVE } from '../../../src/contract/adventure-agents';
import {
  addObjective,
  changeObjective,
  giveCommand,
  orderObjectives,
} from '../../../src/contract/adventures';
import { ADVENTURE_EVENTS } from '../../../src/contract/events/adventure';
import { createRun } from '../../../src/contract/runs';
import { EMBEDDED_STORY } from '../../../src/runs/games/tide-mill';
import { createAdventureRoom } from '../../support/adventure-run';

const page = readFileSync(new URL('../../../docs/adventures.md', import.meta.url), 'utf8');
const part = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const digits = (n: number) => n.toLocaleString('en-US');

describe('docs/adventures.md', () => {
  it('has every option with its default', () => {
    const rows = [...part('Options').matchAll(/^\| `([\w.]+)` \| `([^`]+)` \|/gm)];
    const told = rows.map(([, name = '', value = '']) => [name, JSON.parse(value)]);
    const { critic, ...others } = DEFAULT_OPTIONS;
    const flat = { ...others, 'critic.on': critic.on, 'critic.threshold': critic.threshold };
    expect(Object.fromEntries(told)).toEqual(flat);
  });

  it('names every event of an adventure', () => {
    const named = [...part('Read a run').matchAll(/`(\w+\.\w+)`/g)].map(([, kind]) => kind);
    expect(named).toEqual(expect.arrayContaining(Object.keys(ADVENTURE_EVENTS)));
  });

  it('names every file of an export', async () => {
    const { state, ledger } = await createAdventureRoom();
    for (const { path } of exportAdventure(state, ledger, [])) expect(page).toContain(`\`${path}\``);
  });

  it('has the limits that hold', () => {
    const limits = part('Limits');
    expect(limits).toContain(`${MAX_FILE_BYTES / 1024 / 1024} MiB`);
    expect(limits).toContain(`${digits(BUDGET)} instructions, ${digits(MAX_TEXT)} characters`);
    expect(limits).toContain(`${MAX_OBJECTIVE} characters; ${MAX_ACTIVE} |`);
    expect(limits).toContain(
      `${MAX_ROOMS} places, ${digits(MAX_EDGES)} ways, ${digits(MAX_BLOCKED)} blocked ways`,
    );
    expect(limits).toContain(`${MAX_NOTE} characters each`);
    const most = (turns: number, calls: number, episodes: number) =>
      createRun.safeParse({ game: EMBEDDED_STORY.id, budgets: { turns, calls }, options: { episodes } })
        .success;
    expect(limits).toContain('| 5,000; 20,000; 50 |');
    expect([most(5_000, 20_000, 50), most(5_001, 1, 1), most(1, 20_001, 1), most(1, 1, 51)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('sends bodies that are accepted', () => {
    const schemas = {
      commands: giveCommand,
      order: orderObjectives,
      objectives: addObjective,
      runs: createRun,
    };
    const sent = [...page.matchAll(/\/(commands|order|objectives|runs) -d '([^']+)'/g)];
    expect(sent.length).toBeGreaterThan(5);
    for (const [, path = '', body = ''] of sent) {
      expect(schemas[path as keyof typeof schemas].safeParse(JSON.parse(body)).error).toBeUndefined();
    }
    for (const [, body = ''] of page.matchAll(/objectives\/P\d -d '([^']+)'/g)) {
      expect(changeObjective.safeParse(JSON.parse(body)).error).toBeUndefined();
    }
    expect(page).toContain(`"game":"${EMBEDDED_STORY.id}"`);
  });
});
