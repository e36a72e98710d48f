import type { Typist } from '../../../../packages/client/src/index';

export function Typists({ typists }: { typists: readonly Typist[] }) {
  const names = typists.map(({ name }) => name || 'Someone');
  return (
    <p class="typists quiet" role="status">
      {names.length > 0 && `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} typing…`}
    </p>
  );
}
