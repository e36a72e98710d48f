export type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

export const dropUndefined = <T extends object>(value: T): Partial<Defined<T>> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Partial<Defined<T>>;
