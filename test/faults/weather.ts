import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Store, Weather } from './stores';

/** Provides the state of the stores of a fault run; see stores.ts. */
export interface WeatherServer {
  url: string;
  set(store: Store, weather: Weather): void;
  count(store: Store, weather: Weather): number;
  close(): Promise<void>;
}

export async function startWeather(): Promise<WeatherServer> {
  const now: Record<Store, Weather> = { d1: 'fair', r2: 'fair' };
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const store: Store = request.url === '/r2' ? 'r2' : 'd1';
    const key = `${store} ${now[store]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    response.end(now[store]);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (store, weather) => {
      now[store] = weather;
    },
    count: (store, weather) => counts.get(`${store} ${weather}`) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
