import type { AdventureRun } from '../../../../src/contract/adventures';
import { api, type PageProblem } from '../../api/api';
import { useAct } from '../../kit/use-act';

/** Hands the story to the watching person: the agent stops after its turn. */
export function TakeOver(props: {
  run: AdventureRun;
  onDone: () => void;
  onProblem: (problem: PageProblem | null) => void;
}) {
  const { run, onProblem } = props;
  const { busy, act } = useAct(props.onDone);
  const take = async () => {
    if (run.status === 'running') await act(() => api.controlRun(run.id, 'pause'), 'pause');
    await act(async () => {
      const reply = await api.changeRun(run.id, { player: 'person' });
      onProblem(reply.ok ? null : reply.problem);
      return reply;
    }, 'take');
  };
  return (
    <button type="button" disabled={busy} onClick={() => void take()}>
      Take over
    </button>
  );
}
