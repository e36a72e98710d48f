/** Lets everything else have its turn: requests that were just made go out, and whoever waits for the room comes in. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
