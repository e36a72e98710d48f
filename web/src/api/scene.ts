import type { CastCard, ChangeScene } from '../../../src/contract/change-scene';
import type { Handout, ShowHandout } from '../../../src/contract/handouts';
import type { StartAutonomy } from '../../../src/contract/pace';
import type {
  ApprovePlan,
  DiceRoll,
  RollDice,
  Round,
  Telemetry,
  TurnAccepted,
} from '../../../src/contract/rounds';
import type { EditedLine, ForkScene, LineVisibility, NextSpeaker, Scene } from '../../../src/contract/scenes';
import type { Branches, WhatIf } from '../../../src/contract/what-if';
import { get, post, readPicture, sendJson } from './api';
import { UPLOAD_MS } from './library';

const at = (id: string): string => `/scenes/${encodeURIComponent(id)}`;

/** The owner's manual controls of a scene. */
export const hand = {
  begin: (id: string, key: string) => post<TurnAccepted>(`${at(id)}/rounds`, undefined, key),
  narrate: (id: string, text: string, key: string) =>
    post<TurnAccepted>(`${at(id)}/turns`, { type: 'narration', ...(text ? { text } : {}) }, key),
  goOn: (id: string, body: StartAutonomy, key: string) => post<Scene>(`${at(id)}/autonomy`, body, key),
  stop: (id: string) => sendJson<Scene>(`${at(id)}/autonomy`, { method: 'DELETE' }),
  chooseNextSpeaker: (id: string, body: NextSpeaker) => post<Scene>(`${at(id)}/next-speaker`, body),
  edit: (id: string, seq: number, text: string) =>
    sendJson<EditedLine>(`${at(id)}/lines/${seq}`, { method: 'PATCH', body: { text } }),
  hideLine: (id: string, seq: number) => post<LineVisibility>(`${at(id)}/lines/${seq}/hide`),
  showLine: (id: string, seq: number) => post<LineVisibility>(`${at(id)}/lines/${seq}/show`),
  deleteLine: (id: string, seq: number) =>
    sendJson<LineVisibility>(`${at(id)}/lines/${seq}`, { method: 'DELETE' }),
  regenerate: (id: string, seq: number, direction: string, key: string) =>
    post<TurnAccepted>(`${at(id)}/lines/${seq}/regenerate`, direction ? { direction } : undefined, key),
  continueLine: (id: string, seq: number, key: string) =>
    post<TurnAccepted>(`${at(id)}/lines/${seq}/continue`, undefined, key),
  choose: (id: string, seq: number, index: number) =>
    post<EditedLine>(`${at(id)}/lines/${seq}/choose`, { index }),
  approvePlan: (id: string, n: number, body: ApprovePlan, key: string) =>
    post<TurnAccepted>(`${at(id)}/rounds/${n}/approve`, body, key),
  rollBack: (id: string, n: number, key: string) =>
    post<Scene>(`${at(id)}/rounds/${n}/rollback`, undefined, key),
  fork: (id: string, body: ForkScene, key: string) => post<Scene>(`${at(id)}/fork`, body, key),
  branch: (id: string, body: WhatIf, key: string) => post<Branches>(`${at(id)}/what-if`, body, key),
  roll: (id: string, body: RollDice, key: string) => post<DiceRoll>(`${at(id)}/rolls`, body, key),
  change: (id: string, body: ChangeScene) => sendJson<Scene>(at(id), { method: 'PATCH', body }),
  round: (id: string, n: number) => get<Round>(`${at(id)}/rounds/${n}`),
  portrait: (id: string, character: string) => readPicture(`${at(id)}/cast/${character}/portrait`),
  card: (id: string, character: string) => get<CastCard>(`${at(id)}/cast/${character}`),
  uploadPicture: (id: string, picture: Blob) =>
    sendJson<{ picture: string }>(`${at(id)}/pictures`, {
      ...{ method: 'POST', body: picture, timeoutMs: UPLOAD_MS },
    }),
  showHandout: (id: string, body: ShowHandout, key: string) => post<Handout>(`${at(id)}/handouts`, body, key),
  handoutPicture: (id: string, seq: number) => readPicture(`${at(id)}/handouts/${seq}/picture`),
  telemetry: (id: string) => get<Telemetry>(`${at(id)}/telemetry`),
};
