import { UNDERSTUDY_NAME } from '../../../src/base/answerer';
import { refuseModelUrl } from '../../../src/base/reach';
import type { Config, ConfiguredProvider } from '../../../src/config';
import { checkModelName } from '../../../src/contract/model-names';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { ProviderView, SetProvider } from '../../../src/contract/provider-views';
import type { TenantProvider } from '../../../src/contract/providers';
import { listTenantModels, providerUrl, useTenantProvider } from '../room/tenant-providers';

const MAX_SAVED = 50;
/** Characters shown of a key, and the minimum key length for showing any. */
const SHOWN_SUFFIX = 4;
const MIN_MASKED_LENGTH = 16;

interface Row extends Omit<TenantProvider, 'isDefault'> {
  [column: string]: SqlStorageValue;
  isDefault: number;
  setAt: string;
}

export interface FoundProvider {
  provider: ConfiguredProvider;
  /** True if the tenant saved it. */
  isOwnKey: boolean;
}

const SELECT = `SELECT name, kind, address, api_key AS apiKey, model, max_context_tokens AS maxContextTokens,
  is_default AS isDefault, set_at AS setAt FROM providers`;

export class TenantProviders {
  readonly #sql: SqlStorage;
  readonly #config: () => Config;

  constructor(sql: SqlStorage, config: () => Config) {
    this.#sql = sql;
    this.#config = config;
  }

  /** The tenant's own providers, with keys in plain text: secrets. */
  saved(): TenantProvider[] {
    return this.#rows().map(({ setAt: _, isDefault, ...row }) => ({ ...row, isDefault: isDefault === 1 }));
  }

  /** null: unknown name. */
  find(name: string): FoundProvider | null {
    const config = this.#config();
    const saved = this.saved().find((one) => one.name === name);
    const own = saved && useTenantProvider(config, saved);
    if (own) return { provider: own, isOwnKey: true };
    const provider = this.#configured(name);
    return provider ? { provider, isOwnKey: false } : null;
  }

  /** The provider that {@link set} would save. */
  preview(name: string, body: SetProvider, mayUseLocal: boolean): Result<FoundProvider> {
    const merged = this.#merge(name, body, mayUseLocal);
    if (!merged.ok) return merged;
    const provider = useTenantProvider(this.#config(), merged.value);
    return provider ? ok({ provider, isOwnKey: true }) : fail(NO_KEY_ALLOWED);
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
    const key = row?.apiKey ?? '';
    const address = providerUrl(provider);
    const isOnlyOwn = isOwnKey && this.#configured(name) === undefined;
    const isShown = provider.baseUrl === null || isOperator || isOnlyOwn;
    return {
      name,
      kind: provider.kind,
      host: address !== null && isShown ? new URL(address).host : null,
      baseUrl: isOnlyOwn ? address : null,
      key: provider.apiKey === null ? null : isOwnKey ? 'tenant' : 'operator',
      keyEnd: key.length >= MIN_MASKED_LENGTH ? key.slice(-SHOWN_SUFFIX) : null,
      keySetAt: key === '' ? null : (row?.setAt ?? null),
      model: provider.model,
      isDefault: this.#defaultName === name,
    };
  }

  set(name: string, body: SetProvider, mayUseLocal: boolean, now: string): Result<null> {
    const merged = this.#merge(name, body, mayUseLocal);
    if (!merged.ok) return merged;
    const { kind, address, apiKey, model, maxContextTokens, isDefault } = merged.value;
    if (isDefault) this.#sql.exec('UPDATE providers SET is_default = 0');
    this.#sql.exec(
      'INSERT OR REPLACE INTO providers VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[name, kind, address, apiKey, model, maxContextTokens, isDefault ? 1 : 0, now],
    );
    return ok(null);
  }

  drop(name: string): boolean {
    return this.#sql.exec('DELETE FROM providers WHERE name = ? RETURNING name', name).toArray().length > 0;
  }

  /** Applies a body to the saved provider. Another address drops key, model and the rest. */
  #merge(name: string, body: SetProvider, mayUseLocal: boolean): Result<TenantProvider> {
    const operatorProvider = this.#configured(name);
    const kind = operatorProvider?.kind ?? body.kind ?? (body.baseUrl === undefined ? null : 'openai');
    const invalid = (field: keyof SetProvider, message: string): Result<TenantProvider> =>
      fail({ code: 'invalid', errors: [{ pointer: `/${field}`, message }] });
    if (name === UNDERSTUDY_NAME || kind === 'workers-ai') return fail(NO_KEY_ALLOWED);
    if (kind === null) return invalid('kind', 'the operator has no provider with this name; set the vendor');
    if (operatorProvider && body.kind !== undefined && body.kind !== kind)
      return invalid('kind', `this provider has the kind ${kind}; remove the field`);
    if (operatorProvider && body.baseUrl !== undefined)
      return invalid('baseUrl', 'the operator has set the URL of this provider; choose another name');
    const address =
      body.baseUrl?.replace(/\/+$/, '') ?? providerUrl(operatorProvider ?? { kind, baseUrl: null });
    if (address === null) return fail(NO_KEY_ALLOWED);
    const refusal = operatorProvider ? null : refuseModelUrl(address, mayUseLocal);
    if (refusal !== null) return invalid('baseUrl', refusal);
    const all = this.saved();
    const before = all.find((one) => one.name === name && one.kind === kind && one.address === address);
    const { apiKey = before?.apiKey ?? null, model = before?.model ?? null } = body;
    if (apiKey === null && (operatorProvider || body.baseUrl === undefined))
      return invalid('apiKey', 'required, unless the provider has a baseUrl of your own');
    const wrongName = model === null ? null : checkModelName(kind, model);
    if (wrongName !== null) return invalid('model', wrongName);
    const window = before?.model === model ? before.maxContextTokens : null;
    const isDefault = body.isDefault ?? before?.isDefault ?? false;
    if (isDefault && model === null && !operatorProvider?.model)
      return invalid('model', 'required, because new rooms use this provider');
    if (all.length >= MAX_SAVED && !all.some((one) => one.name === name))
      return fail({
        code: 'conflict',
        detail: `A tenant can save at most ${MAX_SAVED} providers.`,
        fix: 'Remove one: DELETE /v1/providers/{name}.',
      });
    const { maxContextTokens = window } = body;
    return ok({ name, kind, address, apiKey, model, maxContextTokens, isDefault });
  }

  #configured(name: string): ConfiguredProvider | undefined {
    const { providers } = this.#config();
    return Object.hasOwn(providers, name) ? providers[name] : undefined;
  }

  get #defaultName(): string {
    return listTenantModels(this.#config(), this.saved()).defaults.provider;
  }

  #understudy(): ProviderView {
    return {
      name: UNDERSTUDY_NAME,
      kind: 'understudy',
      ...{ host: null, baseUrl: null, key: null, keyEnd: null, keySetAt: null },
      model: UNDERSTUDY_NAME,
      isDefault: this.#defaultName === UNDERSTUDY_NAME,
    };
  }

  #rows(): Row[] {
    return this.#sql.exec<Row>(`${SELECT} ORDER BY name`).toArray();
  }
}

const NO_KEY_ALLOWED = {
  code: 'conflict',
  detail: 'This provider uses no key.',
  fix: 'Use it without a key, or set a key for another provider.',
} as const;
