/** Finds paths on a map and writes it for prompts and pages. */

export {
  findPath,
  nearestUnexplored,
  type PathStep,
  type UnexploredWay,
  unexplored,
} from './find-path';
export { viewMap, writeMap, writeMermaid } from './write';
