import { readFileSync, writeFileSync } from 'node:fs';
import { encode } from 'fast-png';
import { chromium } from 'playwright-core';
const { url, key } = JSON.parse(readFileSync('/tmp/h-docs-out/stage.json', 'utf8'));
const api = async (method: string, path: string, body?: unknown, headers: Record<string,string> = {}) => {
  const r = await fetch(url + path, { method, headers: { Authorization: `Bearer ${key}`, ...(body instanceof Uint8Array ? {} : { 'Content-Type': 'application/json' }), ...headers }, body: body === undefined ? undefined : body instanceof Uint8Array ? body : JSON.stringify(body) } as RequestInit);
  if (!r.ok) throw new Error(`${method} ${path} ${r.status} ${await r.text()}`);
  return r;
};
const portrait = (hue: number) => { const w = 400, h = 600, data = new Uint8Array(w*h*3); for (let y=0;y<h;y++) for (let x=0;x<w;x++){ const d=Math.hypot(x-200,y-210); const v=d<120?230-d/2: 60+y/12; data.set([Math.min(255,v*(hue===0?1:.8)), v*.75, v*(hue===0?.6:1)],3*(y*w+x)); } return encode({ width:w, height:h, data, channels:3 }); };
const ids: string[] = [];
for (const [i, c] of [{ name: 'Ysolde', description: 'Keeper of the ferry, patient as the river. She counts everything twice.' }, { name: 'Teo', description: 'A smuggler who would rather be a poet.' }].entries()) {
  const { id } = await (await api('POST', '/v1/characters', c)).json() as { id: string };
  await api('PUT', `/v1/characters/${id}/portrait`, portrait(i), { 'Content-Type': 'image/png' });
  ids.push(id);
}
const scene = await (await api('POST', '/v1/scenes', { title: 'The last ferry before the flood', scenario: 'Dusk on the *Ruhn*. The water is two hands below the planks, and the last ferry waits for somebody who is late.\n\nNobody says who.', characters: [...ids.map((from) => ({ from })), { name: 'Bo', description: 'The night watch.' }], personas: [{ name: 'Mara', description: 'A courier with a sealed letter.' }], opening: { text: 'Rain drums on the tin roof. *A lantern swings.*' }, profiles: { director: { provider: 'understudy' }, character: { provider: 'understudy' } } })).json() as { id: string };
for (const turn of [{ text: 'Is anybody there? *She lifts the lantern.*' }, { text: 'Teo, between us: is the letter dry?', to: ['teo'], whisper: true }, { text: 'We leave now.\n\nAll of us.' }]) await api('POST', `/v1/scenes/${scene.id}/turns?wait=1`, { type: 'user', ...turn });
const r = await api('GET', `/v1/scenes/${scene.id}/transcript?as=html`);
console.log(r.headers.get('content-security-policy'));
const html = await r.text();
writeFileSync('/tmp/h-docs-out/story.html', html);
writeFileSync('/tmp/h-docs-out/story-id', scene.id);
console.log(html.length, (html.match(/<symbol/g) ?? []).length);
