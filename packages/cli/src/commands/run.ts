import { stageCommand } from '../lib/command';
import { EXIT } from '../lib/errors';
import { ProgressBars } from '../lib/progress';
import { RUN_OPTIONS, readRunOptions } from '../lib/run-options';
import { openStage } from '../lib/stage';
import { plain } from '../lib/terminal';
import { countSettled, describeRun, followRun, interruptSignal, runProgress } from '../lib/watch-run';

export const run = stageCommand(
  'run',
  'Let an agent play a game to its end, with a progress bar',
  {
    game: {
      type: 'positional',
      required: true,
      description: 'Id of a game from GET /v1/games: corridor, …',
    },
    ...RUN_OPTIONS,
    seed: {
      type: 'string',
      valueHint: 'text',
      description: 'Random seed; the same seed gives the same start',
    },
    title: { type: 'string', valueHint: 'text', description: 'Title of the run' },
    detach: { type: 'boolean', description: 'Start the run, print its id and exit' },
  },
  async ({ args, terminal }) => {
    const stage = openStage(args.url);
    const signal = interruptSignal();
    const newRun = await stage.POST('/v1/runs', {
      body: {
        ...{ game: args.game, start: true, ...readRunOptions(args) },
        ...(args.seed !== undefined && { seed: args.seed }),
        ...(args.title !== undefined && { title: args.title }),
      },
    });
    if (args.detach) {
      terminal.say(newRun.id);
      return terminal.give({ id: newRun.id, status: newRun.status });
    }
    const bars = new ProgressBars(terminal);
    const bar = bars.add(newRun.title);
    const lastView = await followRun(stage, newRun.id, signal, (now) => bar(runProgress(now))).catch(
      (error) => {
        if (!signal.aborted) throw error;
        return null;
      },
    );
    bars.end();
    if (lastView === null) {
      terminal.hint(`The run continues. To watch it: proscenium play ${newRun.id}`);
      terminal.hint(
        `To stop it: curl -X POST -H "Authorization: Bearer $PROSCENIUM_KEY" ${stage.url}/v1/runs/${newRun.id}/stop`,
      );
      terminal.give({ id: newRun.id, interrupted: true });
      process.exitCode = EXIT.interrupted;
      return;
    }
    terminal.give(lastView);
    terminal.say(`${plain(lastView.title)}: ${plain(describeRun(lastView))}`);
    terminal.say(
      `${lastView.turns} turns, ${lastView.used.calls} calls, answered by ${plain(lastView.answeredBy.join(', ') || lastView.provider)}`,
    );
    if (lastView.kind === 'grid') {
      terminal.say(
        `${countSettled(lastView)} of ${Object.keys(lastView.actions).length} actions understood:`,
      );
      for (const [action, { status, definition }] of Object.entries(lastView.actions))
        terminal.say(
          `  ${action.padEnd(8)}  ${status.padEnd(10)}  ${plain(definition ?? 'no effect observed')}`,
        );
    }
    terminal.say(`Report: ${stage.url}/#/runs/${lastView.id}/report`);
    if (lastView.status !== 'finished') process.exitCode = EXIT.unwell;
  },
);
