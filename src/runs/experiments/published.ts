import type { PublishedScores } from '../../contract/experiments';
import data from './published-scores.json';

/** A story's title and the data that identifies its file. */
export interface StoryRef {
  title: string;
  release: number;
  serial: string;
}

interface PublishedStory extends Pick<StoryRef, 'release' | 'serial'> {
  name: string;
  maximum: number;
  source: string;
  scores: Readonly<Record<string, number>>;
  note?: string;
}
interface Source {
  cite: string;
  title: string;
  url: string;
  method: string;
}

/** Published scores by story, with sources; no story content. */
export const PUBLISHED: {
  readonly sources: Readonly<Record<string, Source>>;
  readonly stories: readonly PublishedStory[];
} = data;

/**
 * Published scores by release and serial, because releases differ in points.
 *
 * @returns scores and the maximum in points; null if unknown
 */
export function findPublished(game: string, { release, serial }: StoryRef): PublishedScores | null {
  const story = PUBLISHED.stories.find((one) => one.release === release && one.serial === serial);
  const source = story && PUBLISHED.sources[story.source];
  if (!source) return null;
  const { cite, title, url, method } = source;
  return {
    game,
    maximum: story.maximum,
    scores: Object.entries(story.scores).map(([agent, score]) => ({ agent, score })),
    note: story.note ?? null,
    source: { cite, title, url, method },
  };
}

/** `DRRN 32.6, NAIL 10.3 of 350 (Hausknecht et al. 2020, Table 1)`, best first. */
export function writePublished({ scores, maximum, note, source }: PublishedScores): string {
  const bestFirst = [...scores].sort((a, b) => b.score - a.score);
  const points = bestFirst.map(({ agent, score }) => `${agent} ${score}`).join(', ');
  return `${points} of ${maximum} (${[source.cite, ...(note === null ? [] : [note])].join('; ')})`;
}
