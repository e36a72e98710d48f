import type { UnderstudyTable } from '../model/providers/understudy';
import { playAdventurer } from './adventure/adventurer';
import {
  digestRun,
  discoverGoals,
  extractText,
  findCompleted,
  judgeCommand,
  recordTurn,
  refineGoals,
} from './adventure/periodic';
import { analyzeAction } from './grid/analyst';
import { suggestAction } from './grid/explorer';
import { leaveToPlanner } from './grid/player';
import { speak } from './scene/character';
import { direct } from './scene/director';
import { draftLine } from './scene/draft';
import { narrate } from './scene/narrator';
import { shortenCard, summarizeRounds } from './scene/summary';
import { giveClue, judgeScene, ruleTable } from './scene/table';
import { keepWorld } from './scene/world';

/** The understudy's functions by task. The task's name guarantees the shape of its brief. */
export const UNDERSTUDY: UnderstudyTable = {
  director: (brief) => direct(brief as Parameters<typeof direct>[0]),
  character: (brief) => speak(brief as Parameters<typeof speak>[0]),
  draft: (brief) => draftLine(brief as Parameters<typeof draftLine>[0]),
  narrator: (brief) => narrate(brief as Parameters<typeof narrate>[0]),
  world: (brief) => keepWorld(brief as Parameters<typeof keepWorld>[0]),
  summary: (brief) => summarizeRounds(brief as Parameters<typeof summarizeRounds>[0]),
  card: (brief) => shortenCard(brief as Parameters<typeof shortenCard>[0]),
  clue: (brief) => giveClue(brief as Parameters<typeof giveClue>[0]),
  judge: (brief) => ruleTable(brief as Parameters<typeof ruleTable>[0]),
  judgement: (brief) => judgeScene(brief as Parameters<typeof judgeScene>[0]),
  explorer: (brief) => suggestAction(brief as Parameters<typeof suggestAction>[0]),
  analyst: (brief) => analyzeAction(brief as Parameters<typeof analyzeAction>[0]),
  player: (brief) => leaveToPlanner(brief as Parameters<typeof leaveToPlanner>[0]),
  adventurer: (brief) => playAdventurer(brief as Parameters<typeof playAdventurer>[0]),
  critic: (brief) => judgeCommand(brief as Parameters<typeof judgeCommand>[0]),
  extractor: (brief) => extractText(brief as Parameters<typeof extractText>[0]),
  chronicler: (brief) => recordTurn(brief as Parameters<typeof recordTurn>[0]),
  completion: (brief) => findCompleted(brief as Parameters<typeof findCompleted>[0]),
  discovery: (brief) => discoverGoals(brief as Parameters<typeof discoverGoals>[0]),
  refinement: (brief) => refineGoals(brief as Parameters<typeof refineGoals>[0]),
  scholar: (brief) => digestRun(brief as Parameters<typeof digestRun>[0]),
};
