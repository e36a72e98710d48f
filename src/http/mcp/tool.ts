import type { z } from 'zod';
import type { Caller, Reply } from './caller';

/** One call of a tool. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments are checked by the schemas of the tool; `defineTool` types them
export interface Work<A = any> {
  caller: Caller;
  /** Id of the room or experiment; `''` of a tool that is for none. */
  room: string;
  args: A;
  /** Tells a client that asked for it how far the call has come, in a few words. */
  progress(message: string): void;
  /** Ends when the client gives the call up. */
  signal: AbortSignal;
}

/** The answer of a tool: the same as a text to read, and as data. */
export interface Told {
  text: string;
  data: Record<string, unknown>;
  /** A PNG that belongs to it. */
  picture?: Uint8Array;
}

/** A tool of `/mcp`. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The kind of room that it is for, or an experiment. */
  room?: 'scene' | 'run' | 'experiment';
  /** The operations that it calls, as `METHOD /path/{param}`: it is offered to callers that may call all of them. */
  asks: readonly string[];
  /** It changes nothing, although not every operation is a GET. */
  reads?: true;
  args: z.ZodRawShape;
  ofOwner?: z.ZodRawShape;
  /** Schema of the data of its answer. */
  answer: z.ZodObject;
  run(work: Work): Promise<Reply<Told>>;
}

/** Gives the arguments of a tool and the data of its answer their types. */
export const defineTool = <A extends z.ZodRawShape, D extends z.ZodObject>(
  tool: Omit<Tool, 'args' | 'answer' | 'run'> & {
    args: A;
    answer: D;
    run(
      work: Work<z.output<z.ZodObject<A>> & { key?: string }>,
    ): Promise<Reply<Told & { data: z.output<D> }>>;
  },
): Tool => tool as Tool;

/** Does the request of an action, once more with another key if that is given. */
// biome-ignore lint/suspicious/noExplicitAny: what an action answers is said by its own schema
export type Act = (key?: string) => Promise<Reply<any>>;

/** The part of a tool that its action does not declare: how the answer is waited for and told. */
export interface Teller {
  /** Arguments beside those of the action. */
  args?: z.ZodRawShape;
  answer: z.ZodObject;
  tell(work: Work, act: Act): Promise<Reply<Told>>;
}

/** Gives a teller its types. */
export const defineTeller = <A extends z.ZodRawShape, D extends z.ZodObject>(teller: {
  args: A;
  answer: D;
  tell(
    work: Work<z.output<z.ZodObject<A>> & { key?: string }>,
    act: Act,
  ): Promise<Reply<Told & { data: z.output<D> }>>;
}): Teller => teller as Teller;

/** A good answer. */
export const tell = <D>(
  text: string,
  data: D,
  picture?: Uint8Array,
): { ok: true; value: { text: string; data: D; picture?: Uint8Array } } => ({
  ok: true,
  value: { text, data, ...(picture && { picture }) },
});

/** Ends with the signal, or after so many seconds. */
export const within = (signal: AbortSignal, seconds: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
