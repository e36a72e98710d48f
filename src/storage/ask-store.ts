import { type Failure, fail, type Result } from '../contract/problems';
import { DISK_FULL, isDiskFull } from '../room/passing';

/** Runs `act`; an exception is logged as `complaint` and returned as `down`. */
export async function askStore<T>(
  complaint: string,
  down: Failure,
  act: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await act();
  } catch (error) {
    console.error(complaint, error);
    return fail(isDiskFull(error) ? DISK_FULL : down);
  }
}
