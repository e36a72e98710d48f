/** Thrown by synchronous code if an answer is not available yet. */
class Suspended extends Error {
  constructor(readonly answer: Promise<unknown>) {
    super('an answer is not there yet');
  }
}

/**
 * Lets synchronous code ask for answers that may be asynchronous. A pending answer interrupts the code, and
 * {@link runSuspended} runs it again from the start once the answer arrives, with the same earlier answers.
 */
export function suspendOn<I extends unknown[], A>(ask: (...input: I) => A | Promise<A>): (...input: I) => A {
  const answers = new Map<string, A>();
  return (...input) => {
    const key = JSON.stringify(input);
    if (answers.has(key)) return answers.get(key) as A;
    const answer = ask(...input);
    if (answer instanceof Promise) throw new Suspended(answer.then((late) => void answers.set(key, late)));
    answers.set(key, answer);
    return answer;
  };
}

/** Runs code that uses {@link suspendOn}, again after each pending answer. */
export async function runSuspended<T>(code: () => T): Promise<T> {
  for (;;) {
    try {
      return code();
    } catch (error) {
      if (!(error instanceof Suspended)) throw error;
      await error.answer;
    }
  }
}
