export { playBanner } from './banner';
export { createPlayer, createSlicedPlayer } from './player';
