import { isObject, type Json, type JsonObject } from '../../../src/base/json';
import type { CallCheck } from '../../../src/contract/calls';
import type { PromptUse, Section, SectionUse } from '../../../src/contract/context';
import type { Round } from '../../../src/contract/rounds';
import { isSection, SECTION_TITLES } from '../usage/section-titles';
import { say } from '../words/say';

/** The record of the agent that made a call, by its step or its fallback's step. */
export function callAgent(round: Pick<Round, 'record'>, step: string): JsonObject | null {
  const { agents } = round.record ?? {};
  const rows = Array.isArray(agents) ? (agents as Json[]).filter(isObject) : [];
  // A step may take several calls: `director.1/1`, `director.1/2`.
  const ownRows = rows.filter((row) => step.startsWith(`${String(row.step)}/`));
  return ownRows.sort((a, b) => String(b.step).length - String(a.step).length)[0] ?? null;
}

export const callPromptUse = (agent: JsonObject | null): PromptUse | null =>
  isObject(agent?.prompt) ? (agent.prompt as unknown as PromptUse) : null;

/**
 * Returns how a reply was parsed; null: unchanged.
 *
 * @param attempt number of the call within its request
 */
export function callCheck(agent: JsonObject | null, attempt: number): CallCheck | null {
  const checks = Array.isArray(agent?.checks) ? (agent.checks as unknown as CallCheck[]) : [];
  return checks.find(({ call }) => call === attempt) ?? null;
}

/** Describes the omitted part of a section; `''` if all of it fit. */
export function describeLoss({ entries, dropped, cut }: SectionUse): string {
  const count = dropped > 0 ? `${entries} of ${entries + dropped}` : '';
  return [count, cut ? say('shortened') : ''].filter((words) => words !== '').join(', ');
}

/** Lists the omitted or shortened parts of a prompt. */
export function listLosses({ sections, fixedCut, unsearched = [] }: PromptUse): string[] {
  const sectionLosses = Object.entries(sections).flatMap(([name, use]) => {
    const words = describeLoss(use);
    const title = isSection(name) ? SECTION_TITLES[name] : name;
    return words === '' ? [] : [`${title}: ${words}`];
  });
  return [
    ...sectionLosses,
    ...(fixedCut ? ['Rules, cards or current state: shortened'] : []),
    ...(unsearched.length > 0 ? [`Lore not fully searched: ${unsearched.join(', ')}`] : []),
  ];
}

/** Sections by the title that contains all of one. */
const SECTION_BY_TITLE: Readonly<Record<string, Section>> = {
  'Scenario and notes': 'notes',
  Lore: 'lore',
  'What you remember': 'memories',
  'Guidance for everyone': 'directorGuidance',
  'Guidance for you only': 'characterGuidance',
  'The story so far': 'summaries',
};

/** Describes the omitted part of a titled section; `''` if all of it fit or nothing is recorded. */
export function describePartLoss(title: string, use: PromptUse | null): string {
  const name = Object.hasOwn(SECTION_BY_TITLE, title) ? SECTION_BY_TITLE[title] : undefined;
  const section = name && use?.sections[name];
  return section ? describeLoss(section) : '';
}

const CUT_WORDS: Record<CallCheck['cut'][number], string> = {
  ownName: 'its own name before the line',
  otherSpeakers: 'lines written for others',
  thought: 'a thought before the line',
  halfSentence: 'an unfinished sentence',
};

/** Describes repairs and cuts of a reply. */
export function describeReading({ repairs, cut }: CallCheck): string[] {
  return [
    ...(repairs.length > 0
      ? [`Repairs: ${repairs.map((repair) => repair.replaceAll('_', ' ')).join(', ')}.`]
      : []),
    ...(cut.length > 0 ? [`Removed: ${cut.map((part) => CUT_WORDS[part] ?? part).join('; ')}.`] : []),
  ];
}
