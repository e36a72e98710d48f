/**
 * D1 and R2 on a bad day. Every call to a store first asks a small server on loopback for the store's state;
 * the code that uses the stores is the deployed code.
 */

/**
 * `fair`: normal; `down`: nothing reaches it; `lost`: the call takes effect, but its answer is lost; `slow`:
 * seconds late.
 */
export type Weather = 'fair' | 'down' | 'lost' | 'slow';
export type Store = 'd1' | 'r2';

type WithWeather = Env & { WEATHER_URL: string };

const SLOW_MS = 2_500;
const made = new WeakMap<object, Env>();

/** The same bindings, with faulty stores. */
export function exposeStores(env: Env): Env {
  const exposed = made.get(env) ?? {
    ...env,
    DB: exposeDatabase(env.DB, async (act) => await strike(env, 'd1', act)),
    BUCKET: exposeMethods(
      env.BUCKET,
      ['get', 'head', 'put', 'delete', 'list'],
      async (act) => await strike(env, 'r2', act),
    ),
  };
  made.set(env, exposed);
  return exposed;
}

type Strike = <T>(act: () => Promise<T>) => Promise<T>;

async function strike<T>(env: Env, store: Store, act: () => Promise<T>): Promise<T> {
  const response = await fetch(`${(env as WithWeather).WEATHER_URL}/${store}`);
  const weather = (await response.text()) as Weather;
  if (weather === 'down') throw new Error(`${store} is down`);
  if (weather === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  const result = await act();
  if (weather === 'lost') throw new Error(`the answer of ${store} was lost`);
  return result;
}

/** The original of a wrapped statement. */
const insides = new WeakMap<object, D1PreparedStatement>();

function exposeDatabase(db: D1Database, strike: Strike): D1Database {
  const expose = (statement: D1PreparedStatement): D1PreparedStatement => {
    const asked = exposeMethods(statement, ['all', 'first', 'run', 'raw'], strike);
    const outer = new Proxy(asked, {
      get: (target, name) =>
        name === 'bind'
          ? (...values: unknown[]) => expose(statement.bind(...values))
          : Reflect.get(target, name),
    });
    insides.set(outer, statement);
    return outer;
  };
  const replaced: Partial<D1Database> = {
    prepare: (query) => expose(db.prepare(query)),
    batch: (statements) => strike(() => db.batch(statements.map((one) => insides.get(one) ?? one))),
  };
  return new Proxy(db, { get: (target, name) => Reflect.get(replaced, name) ?? Reflect.get(target, name) });
}

/** The same object, with faults in the methods with these names. */
function exposeMethods<T extends object>(object: T, names: readonly string[], strike: Strike): T {
  return new Proxy(object, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const call = (...args: unknown[]): unknown => value.apply(target, args);
      return names.includes(String(name))
        ? (...args: unknown[]) => strike(async () => await call(...args))
        : call;
    },
  });
}
