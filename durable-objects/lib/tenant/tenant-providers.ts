import { UNDERSTUDY_NAME } from '../../../src/base/answerer';
import type { Config, ConfiguredProvider } from '../../../src/config';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { ProviderView, SetProvider } from '../../../src/contract/provider-views';
import type { TenantKey } from '../../../src/contract/providers';
import { providerUrl, useTenantKey } from '../room/tenant-providers';

const MAX_KEYS = 50;
/** Characters shown of a key, and the minimum key length for showing any. */
const SHOWN_SUFFIX = 4;
const MIN_MASKED_LENGTH = 16;

interface Row {
  [column: string]: SqlStorageValue;
  name: string;
  kind: TenantKey['kind'];
  address: string;
  apiKey: string;
  setAt: string;
}

const SELECT = 'SELECT name, kind, address, api_key AS apiKey, set_at AS setAt FROM provider_keys';

export class TenantProviders {
  readonly #sql: SqlStorage;
  readonly #config: () => Config;

  constructor(sql: SqlStorage, config: () => Config) {
    this.#sql = sql;
    this.#config = config;
  }

  /** The tenant's own keys in plain text: secrets. */
  keys(): TenantKey[] {
    return this.#rows().map(({ name, kind, address, apiKey }) => ({ name, kind, address, apiKey }));
  }

  /** null: unknown name. */
  find(name: string): { provider: ConfiguredProvider; isOwnKey: boolean } | null {
    const config = this.#config();
    const key = this.keys().find((one) => one.name === name);
    const own = key && useTenantKey(config, key);
    if (own) return { provider: own, isOwnKey: true };
    const provider = Object.hasOwn(config.providers, name) ? config.providers[name] : undefined;
    return provider ? { provider, isOwnKey: false } : null;
  }

  list(isOperator: boolean): ProviderView[] {
    const names = new Set([
      ...Object.keys(this.#config().providers),
      ...this.#rows().map(({ name }) => name),
    ]);
    const views = [...names].flatMap((name) => this.read(name, isOperator) ?? []);
    return [...views, this.#understudy()];
  }

  /** Null: unknown name. The result does not contain the key. */
  read(name: string, isOperator: boolean): ProviderView | null {
    if (name === UNDERSTUDY_NAME) return this.#understudy();
    const match = this.find(name);
    if (match === null) return null;
    const { provider, isOwnKey } = match;
    const row = isOwnKey ? this.#rows().find((one) => one.name === name) : undefined;
    const address = providerUrl(provider);
    const isShown = provider.baseUrl === null || isOperator;
    return {
      name,
      kind: provider.kind,
      host: address !== null && isShown ? new URL(address).host : null,
      key: isOwnKey ? 'tenant' : provider.apiKey === null ? null : 'operator',
      keyEnd: row && row.apiKey.length >= MIN_MASKED_LENGTH ? row.apiKey.slice(-SHOWN_SUFFIX) : null,
      keySetAt: row?.setAt ?? null,
      model: provider.model,
      isDefault: this.#config().model.provider === name,
    };
  }

  set(name: string, { kind, apiKey }: SetProvider, now: string): Result<null> {
    const refusal = this.#refuse(name, kind);
    if (refusal) return refusal;
    const { providers } = this.#config();
    const operatorProvider = Object.hasOwn(providers, name) ? providers[name] : undefined;
    const provider = operatorProvider ?? { kind: kind ?? 'openai', baseUrl: null };
    const address = providerUrl(provider);
    if (address === null) return fail(KEY_NOT_ALLOWED);
    this.#sql.exec(
      'INSERT OR REPLACE INTO provider_keys VALUES (?, ?, ?, ?, ?)',
      name,
      provider.kind,
      address,
      apiKey,
      now,
    );
    return ok(null);
  }

  drop(name: string): boolean {
    return (
      this.#sql.exec('DELETE FROM provider_keys WHERE name = ? RETURNING name', name).toArray().length > 0
    );
  }

  #refuse(name: string, kind: SetProvider['kind']): Result<null> | null {
    const { providers } = this.#config();
    if (name === UNDERSTUDY_NAME) return fail(KEY_NOT_ALLOWED);
    const operatorProvider = Object.hasOwn(providers, name) ? providers[name] : undefined;
    const invalid = (message: string): Result<null> =>
      fail({ code: 'invalid', errors: [{ pointer: '/kind', message }] });
    if (operatorProvider && kind !== undefined && kind !== operatorProvider.kind)
      return invalid(`this provider has the kind ${operatorProvider.kind}; remove the field`);
    if (!operatorProvider && kind === undefined)
      return invalid('the operator has no provider with this name; set the vendor');
    if ((operatorProvider?.kind ?? kind) === 'workers-ai') return fail(KEY_NOT_ALLOWED);
    const names = this.#rows().map((row) => row.name);
    if (names.length < MAX_KEYS || names.includes(name)) return null;
    const detail = `A tenant can set keys for at most ${MAX_KEYS} providers.`;
    return fail({ code: 'conflict', detail, fix: 'Remove one: DELETE /v1/providers/{name}.' });
  }

  #understudy(): ProviderView {
    return {
      name: UNDERSTUDY_NAME,
      kind: 'understudy',
      ...{ host: null, key: null, keyEnd: null, keySetAt: null },
      model: UNDERSTUDY_NAME,
      isDefault: this.#config().model.provider === UNDERSTUDY_NAME,
    };
  }

  #rows(): Row[] {
    return this.#sql.exec<Row>(`${SELECT} ORDER BY name`).toArray();
  }
}

const KEY_NOT_ALLOWED = {
  code: 'conflict',
  detail: 'This provider uses no key.',
  fix: 'Use it without a key, or set a key for another provider.',
} as const;
