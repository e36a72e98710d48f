/** Endings of the interactive stories that a run can play, in the form of a file input. */
export const STORY_ENDINGS = '.z3,.z4,.z5,.z8,.zblorb,.zlb,.blorb,.blb';
/** Endings of chats and exports, in the form of a file input. */
export const ROOM_ENDINGS = '.jsonl,.zip';
