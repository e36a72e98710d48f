/** Thrown by code that cannot wait, when an answer that it needs is not there yet. */
class Suspended extends Error {
  constructor(readonly answer: Promise<unknown>) {
    super('an answer is not there yet');
  }
}

/**
 * Lets code that cannot wait ask for answers that may take a while. A late answer interrupts the code, and
 * {@link runSuspended} runs it again from its beginning once the answer is there; all earlier answers stay the same.
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

/** Runs code that asks by {@link suspendOn}, again after each answer that it had to wait for. */
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
