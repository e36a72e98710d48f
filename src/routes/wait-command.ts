export { advanceCommand, isTyped } from '../progress';
