import { ProblemNote } from '../kit/problem-note';
import { tellPlace } from '../kit/problem-words';
import type { Mistake } from './check-item';
import type { EditedItem } from './use-item';

const MAX_NAMED = 4;

export function SaveBar(props: { edited: EditedItem; mistakes: readonly Mistake[]; isNew: boolean }) {
  const { edited, mistakes, isNew } = props;
  const isChanged = edited.changed.length > 0;
  return (
    <div class="save-bar">
      {edited.problem && <ProblemNote problem={edited.problem} />}
      {mistakes.length > 0 && (
        <ul class="mistake" role="alert">
          {mistakes.slice(0, MAX_NAMED).map(({ pointer, message }) => (
            <li key={pointer + message}>
              {pointer === '' ? '' : `${tellPlace(pointer)}: `}
              {message}
            </li>
          ))}
          {mistakes.length > MAX_NAMED && <li>and {mistakes.length - MAX_NAMED} more</li>}
        </ul>
      )}
      <div class="row">
        <button
          type="submit"
          class="primary"
          disabled={edited.saving || edited.conflicts.length > 0 || (!isChanged && !isNew)}
        >
          {edited.saving ? 'Saving…' : isNew ? 'Create' : 'Save'}
        </button>
        {isChanged && (
          <button type="button" class="plain" onClick={edited.discard}>
            Throw away what I typed
          </button>
        )}
        <span class="quiet" role="status">
          {stateOf(edited, isNew)}
        </span>
      </div>
    </div>
  );
}

function stateOf({ saving, changed, kept }: EditedItem, isNew: boolean): string {
  if (saving) return '';
  if (changed.length > 0) return kept ? 'Not saved; kept in this browser' : 'Not saved';
  return isNew ? '' : 'Saved';
}
