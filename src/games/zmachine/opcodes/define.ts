import type { Instruction, Outcome } from '../library';
import type { Machine } from '../machine';

/** The outcome of an instruction that is followed by the next. */
export const next = ({ address, length }: Instruction): Outcome => ({ nextPC: address + length });

/** Ways to put opcodes into a machine, in place of the library's. All operands are evaluated first, in order. */
interface Definer {
  /** An opcode that is followed by the next instruction. */
  act: (name: string, action: (values: readonly number[], instruction: Instruction) => void) => void;
  /** An opcode that says itself what is next. */
  lead: (name: string, action: (values: readonly number[], instruction: Instruction) => Outcome) => void;
}

export const definer = ({ core }: Machine): Definer => ({
  act: (name, action) =>
    void core.opcodes.set(name, (instruction) => {
      action(core.operands(instruction), instruction);
      return next(instruction);
    }),
  lead: (name, action) =>
    void core.opcodes.set(name, (instruction) => action(core.operands(instruction), instruction)),
});
