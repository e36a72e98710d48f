/** A round as a LangGraph.js graph: one node per call, in a thread whose state is the last 40 lines. */
import { join } from 'node:path';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { ChatOpenAI } from '@langchain/openai';

/** Like `historyWindow` of the measured scene. */
const WINDOW = 40;

/** @type {import('./server.mjs').OpenPeer} */
export function openPeer({ url, key, requests }, folder) {
  const State = Annotation.Root({
    lines: Annotation({ reducer: (old, added) => [...old, ...added].slice(-WINDOW), default: () => [] }),
  });
  let graph = new StateGraph(State);
  for (const [at, { model, messages, max_tokens: maxTokens, ...modelKwargs }] of requests.entries()) {
    const configuration = { baseURL: url };
    const chat = new ChatOpenAI({ model, maxTokens, modelKwargs, configuration, apiKey: key, maxRetries: 0 });
    graph = graph
      .addNode(`call${at}`, async () => ({ lines: [(await chat.invoke(messages)).text] }))
      .addEdge(at === 0 ? START : `call${at - 1}`, `call${at}`);
  }
  const checkpointer = SqliteSaver.fromConnString(join(folder, 'langgraph.sqlite'));
  const app = graph.addEdge(`call${requests.length - 1}`, END).compile({ checkpointer });
  const config = { configurable: { thread_id: 'bench' }, durability: 'sync' };
  return async () => {
    await app.invoke({ lines: ['A player says something.'] }, config);
  };
}
