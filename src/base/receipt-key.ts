/**
 * Key under which a receipt is stored. A player's keys are prefixed with its seat token, so that another
 * player of the seat never gets its responses.
 */
export const receiptKey = (
  { seat, credential = '' }: { seat?: string | undefined; credential?: string | undefined },
  given: string,
): string => (seat === undefined ? given : `${credential}:${given}`);

export const givenKey = (key: string): string => key.replace(/^[0-9a-f]{64}:/, '');
