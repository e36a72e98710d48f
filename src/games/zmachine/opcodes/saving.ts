import type { Instruction, Outcome } from '../library';
import { keepWorld, type Machine, note, restart, spend, takeBackWorld } from '../machine';
import { blankScreen } from '../screen';
import { MAX_UNDO } from '../types';
import { definer, next } from './define';

/** Most characters that all states kept for undoing have together, so that a snapshot fits where it is stored. */
const MAX_UNDO_TEXT = 400_000;

/** Opcodes that end the story, begin it again, or keep and take back where it stands; the host holds what is kept. */
export function addSavingOpcodes(machine: Machine): void {
  const { core, story, limit } = machine;
  const { lead } = definer(machine);
  /** Keeping or taking back goes through all of dynamic memory. */
  const work = limit >> 1;
  const keep = (ins: Instruction): string => {
    spend(machine, work);
    return keepWorld(machine, ins.address);
  };

  /** 0: it failed; 1: it was kept; 2: it was taken back, and the story goes on behind the instruction that kept it. */
  const finish = (ins: Instruction, result: 0 | 1 | 2): Outcome => {
    if (story.version === 3) return core.branch(ins, result !== 0);
    core.store(ins, result);
    return next(ins);
  };
  /** Goes on where the story kept itself: `kept` stands at the instruction that did. */
  const takeBack = (kept: string): Outcome => {
    spend(machine, work);
    takeBackWorld(machine, kept);
    return finish(core.decode(machine.pc), 2);
  };

  lead('quit', () => ({ halted: true }));
  lead('restart', () => {
    spend(machine, work);
    restart(machine);
    Object.assign(machine.screen.state, blankScreen());
    note(machine, 'restarted');
    return { nextPC: machine.pc };
  });
  lead('save', (values, ins) => {
    // With operands it keeps a part of memory in a file of its own (version 5), which is not offered.
    if (values.length > 0) return finish(ins, 0);
    machine.saved = keep(ins);
    note(machine, 'saved');
    return finish(ins, 1);
  });
  lead('restore', (values, ins) => {
    if (values.length > 0) return finish(ins, 0);
    if (machine.saved === null) {
      note(machine, 'restore_failed');
      return finish(ins, 0);
    }
    note(machine, 'restored');
    return takeBack(machine.saved);
  });
  lead('save_undo', (_, ins) => {
    machine.undo = [...machine.undo, keep(ins)].slice(-MAX_UNDO);
    // The newest is always kept.
    while (machine.undo.length > 1 && machine.undo.join('').length > MAX_UNDO_TEXT) machine.undo.shift();
    return finish(ins, 1);
  });
  lead('restore_undo', (_, ins) => {
    const savedState = machine.undo.pop();
    if (savedState === undefined) {
      note(machine, 'undo_failed');
      return finish(ins, 0);
    }
    note(machine, 'undone');
    return takeBack(savedState);
  });
}
