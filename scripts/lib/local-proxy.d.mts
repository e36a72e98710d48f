export declare const LOCAL_HEADER: string;
/** Starts the proxy by which the operator reaches a stage that is shared. */
export function openLocalProxy(options: {
  port: number;
  target: number;
  secret: string;
}): Promise<{ close: () => void; port: number }>;
