/** What a map is good for: finding one's way, and telling it. */

export {
  findPath,
  nearestUnexplored,
  type PathStep,
  type UnexploredWay,
  unexplored,
} from './find-path';
export { viewMap, writeMap, writeMermaid } from './write';
