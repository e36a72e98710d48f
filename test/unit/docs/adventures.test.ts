import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exportAdventure } from '../../../src/adventure/reporting/export';
import { DEFAULT_OPTIONS } from '../../../src/adventure/state';
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
