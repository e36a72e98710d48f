import type { z } from 'zod';
import type { Caller, Reply } from './caller';

/** One call of a tool. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments are checked by the schemas of the tool; `defineTool` types them
export interface Work<A = any> {
  caller: Caller;
  /** Id of the room or experiment; `''` for a tool without one. */
  room: string;
  args: A;
  /** Reports progress to clients that asked for it. */
  progress(message: string): void;
  /** Aborts when the client cancels the call. */
  signal: AbortSignal;
}

/** The result of a tool, as text and as data. */
export interface ToolResult {
  text: string;
  data: Record<string, unknown>;
  /** A PNG to include. */
  picture?: Uint8Array;
}

/** A tool of `/mcp`. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The kind of room it is for, or an experiment. */
  room?: 'scene' | 'run' | 'experiment';
  /** The operations it calls, as `METHOD /path/{param}`. Only callers that may call all of them get the tool. */
  asks: readonly string[];
  /** True if it changes nothing even though it calls operations other than GET. */
  reads?: true;
  args: z.ZodRawShape;
  ofOwner?: z.ZodRawShape;
  /** Schema of the data of its result. */
  answer: z.ZodObject;
  run(work: Work): Promise<Reply<ToolResult>>;
}

/** Infers the types of a tool's arguments and result. */
export const defineTool = <A extends z.ZodRawShape, D extends z.ZodObject>(
  tool: Omit<Tool, 'args' | 'answer' | 'run'> & {
    args: A;
    answer: D;
    run(
      work: Work<z.output<z.ZodObject<A>> & { key?: string }>,
    ): Promise<Reply<ToolResult & { data: z.output<D> }>>;
  },
): Tool => tool as Tool;

/** Performs the request of an action. Pass another key to repeat it. */
// biome-ignore lint/suspicious/noExplicitAny: what an action answers is said by its own schema
export type Act = (key?: string) => Promise<Reply<any>>;

/** The part of a tool that its action does not declare: how to wait for the result and format it. */
export interface ResultFormatter {
  /** Arguments in addition to the action's own. */
  args?: z.ZodRawShape;
  answer: z.ZodObject;
  formatResult(work: Work, act: Act): Promise<Reply<ToolResult>>;
}

/** Infers the types of a teller. */
export const defineFormatter = <A extends z.ZodRawShape, D extends z.ZodObject>(teller: {
  args: A;
  answer: D;
  formatResult(
    work: Work<z.output<z.ZodObject<A>> & { key?: string }>,
    act: Act,
  ): Promise<Reply<ToolResult & { data: z.output<D> }>>;
}): ResultFormatter => teller as ResultFormatter;

/** A successful result. */
export const formatResult = <D>(
  text: string,
  data: D,
  picture?: Uint8Array,
): { ok: true; value: { text: string; data: D; picture?: Uint8Array } } => ({
  ok: true,
  value: { text, data, ...(picture && { picture }) },
});

/** Aborts with the signal, or after this many seconds. */
export const within = (signal: AbortSignal, seconds: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
