/** Requests about templates over a store and a service in memory. */
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { UndoMemory } from '#main/services/chats/undo-memory.ts';
import type { Services } from '#main/services/services.ts';
import { MergePasses } from '#main/services/templates/merge-pass.ts';
import type { TemplateService } from '#main/services/templates/ports.ts';
import { templateHandlers } from '#main/services/templates/requests.ts';
import { TemplateCreations } from '#main/services/templates/service-templates.ts';
import type { Store } from '#main/store/api.ts';
import type { MergeContact, OwnTemplate, TemplateExtras } from '#main/store/api/templates.ts';
import type { RequestInput, TemplateView } from '#shared/contract/index.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';
import type { Page } from '#shared/domain/entities.ts';
import type { Feature } from '#shared/domain/features.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Template } from '#shared/domain/templates.ts';
import { ACCOUNT, toServices } from '../fakes.ts';

/** What happens to one call: `before` it is done, or `after`, so that its answer is lost. */
interface Fault {
  readonly call: keyof TemplateService;
  readonly when: 'before' | 'after';
  readonly error: AppError;
}

export const toLost = (): AppError => new AppError({ code: 'timeout', message: 'made up', outcome: 'unknown' });
export const toRefused = (code: AppErrorCode): AppError =>
  new AppError({ code, message: 'made up', outcome: 'refused' });

/** The service's templates; newest first, ids go up. */
export class FakeTemplateService implements TemplateService {
  templates: Template[] = [];
  readonly calls: string[] = [];
  faults: Fault[] = [];
  /** It does not say the id of what it makes. */
  isSilent = false;
  #clock = 1_000;

  listTemplates({ page, limit }: { readonly page: number; readonly limit: number }): Promise<Page<Template>> {
    return this.#do('listTemplates', () => {
      const newest = this.templates.toReversed();
      const pageCount = Math.max(1, Math.ceil(newest.length / limit));
      return { page, limit, pageCount, items: newest.slice((page - 1) * limit, page * limit), leftOut: 0 };
    });
  }

  getTemplate({ templateId }: { readonly templateId: number }): Promise<Template> {
    return this.#do('getTemplate', () => this.#find(templateId));
  }

  createTemplate(words: Pick<Template, 'name' | 'content'>): Promise<{ id: number | null }> {
    return this.#do('createTemplate', () => {
      const { id } = this.add(words.name.trim(), words.content);
      return { id: this.isSilent ? null : id };
    });
  }

  updateTemplate({ templateId, name, content }: Omit<Template, 'id' | 'modifiedAt'> & { templateId: number }) {
    return this.#do('updateTemplate', () => {
      this.#find(templateId);
      this.change(templateId, { name, content });
    });
  }

  deleteTemplate({ templateId }: { readonly templateId: number }): Promise<void> {
    return this.#do('deleteTemplate', () => this.#remove([this.#find(templateId).id]));
  }

  deleteTemplates({ templateIds }: { readonly templateIds: readonly number[] }): Promise<void> {
    return this.#do('deleteTemplates', () => this.#remove(templateIds));
  }

  /** Another client, or the test. */
  add(name: string, content: string): Template {
    const id = Math.max(100, ...this.templates.map((template) => template.id)) + 1;
    const template = { id, name, content, modifiedAt: (this.#clock += 1) };
    this.templates.push(template);
    return template;
  }

  change(templateId: number, words: Partial<Pick<Template, 'name' | 'content'>>): void {
    this.templates = this.templates.map((template) =>
      template.id === templateId ? { ...template, ...words, modifiedAt: (this.#clock += 1) } : template,
    );
  }

  #find(templateId: number): Template {
    const template = this.templates.find(({ id }) => id === templateId);
    if (template === undefined) throw toRefused('not-found');
    return template;
  }

  #remove(templateIds: readonly number[]): void {
    this.templates = this.templates.filter(({ id }) => !templateIds.includes(id));
  }

  async #do<Answer>(call: keyof TemplateService, work: () => Answer): Promise<Answer> {
    this.calls.push(call);
    await Promise.resolve();
    const fault = this.faults.find((one) => one.call === call);
    if (fault !== undefined) this.faults.splice(this.faults.indexOf(fault), 1);
    if (fault?.when === 'before') throw fault.error;
    const answer = work();
    if (fault?.when === 'after') throw fault.error;
    return answer;
  }
}

type TemplateStore = Pick<
  Store,
  | 'commitRows'
  | 'removeRows'
  | 'listRowIds'
  | 'listTemplateViews'
  | 'listOwnTemplates'
  | 'saveOwnTemplate'
  | 'removeOwnTemplates'
  | 'saveTemplateExtras'
  | 'removeTemplateExtras'
  | 'noteTemplateUse'
  | 'listCustomFields'
  | 'countMergeFields'
  | 'findMergeContact'
  | 'listMergeContacts'
  | 'getAccount'
  | 'findPrice'
>;

export class FakeTemplateStore {
  cached = new Map<number, Template>();
  readonly own = new Map<string, OwnTemplate>();
  readonly extras = new Map<string, TemplateExtras>();
  contacts: MergeContact[] = [];
  mergeFields: readonly string[] = ['Pet'];
  customFields = ['Pet', 'Vet'];
  /** Pages of contacts that were asked for. */
  pagesCount = 0;
  onPage: () => void = () => undefined;
  /** The next writing of extras fails. */
  isFull = false;

  readonly store: TemplateStore = {
    commitRows: (given) => {
      if (given.name === 'templates') for (const row of given.rows) this.cached.set(row.id, row);
      return Promise.resolve();
    },
    removeRows: ({ ids }) => {
      for (const id of ids) this.cached.delete(id);
      return Promise.resolve();
    },
    listRowIds: () => Promise.resolve([...this.cached.keys()]),
    listTemplateViews: () => Promise.resolve(this.#list()),
    listOwnTemplates: () => Promise.resolve([...this.own.values()]),
    saveOwnTemplate: ({ template }) => {
      this.own.set(template.id, template);
      return Promise.resolve();
    },
    removeOwnTemplates: ({ ids }) => {
      for (const id of ids) this.own.delete(id);
      return Promise.resolve();
    },
    saveTemplateExtras: ({ key, shortcut, fallbacks, uses }) => {
      if (this.isFull) {
        this.isFull = false;
        return Promise.reject(toRefused('disk'));
      }
      const before = this.extras.get(key) ?? { usedCount: 0, lastUsedAt: null };
      const { usedCount, lastUsedAt } = uses ?? before;
      this.extras.set(key, { key, shortcut, fallbacks, usedCount, lastUsedAt });
      return Promise.resolve();
    },
    removeTemplateExtras: ({ keys }) => {
      for (const key of keys) this.extras.delete(key);
      return Promise.resolve();
    },
    noteTemplateUse: ({ key, at }) => {
      const before = this.extras.get(key) ?? { key, shortcut: '', fallbacks: {}, usedCount: 0 };
      this.extras.set(key, { ...before, usedCount: before.usedCount + 1, lastUsedAt: at });
      return Promise.resolve();
    },
    listCustomFields: () =>
      Promise.resolve(this.customFields.map((name, index) => ({ id: index + 1, name, createdAt: 1 }))),
    countMergeFields: () =>
      Promise.resolve({
        fields: this.mergeFields.map((name) => ({ name, isCustom: true, peopleCount: 3 })),
        contactsCount: 4,
      }),
    findMergeContact: ({ phone }) => Promise.resolve(this.contacts.find((one) => one.phone === phone) ?? null),
    listMergeContacts: ({ after, limit, contactIds }) => {
      this.pagesCount += 1;
      this.onPage();
      const above = this.contacts.filter(({ contactId }) => contactId > after);
      const chosen = contactIds === undefined ? above : above.filter((one) => contactIds.includes(one.contactId));
      return Promise.resolve(chosen.slice(0, limit));
    },
    getAccount: () => Promise.resolve(ACCOUNT),
    findPrice: ({ countryId }) => Promise.resolve(countryId === 'GB' ? 0.038 : null),
  };

  #list(): readonly TemplateView[] {
    const toView = (key: string, words: Omit<OwnTemplate, 'id' | 'modifiedAt'> & { modifiedAt: number | null }) => {
      const { shortcut, fallbacks, usedCount, lastUsedAt } = this.extras.get(key) ?? NO_EXTRAS;
      const { name, content, modifiedAt } = words;
      const keeper = key.startsWith('own:') ? ('computer' as const) : ('service' as const);
      return { key, keeper, name, content, shortcut, fallbacks, modifiedAt, usedCount, lastUsedAt };
    };
    return [
      ...[...this.cached.values()].map((template) => toView(`service:${String(template.id)}`, template)),
      ...[...this.own.values()].map((template) => toView(`own:${template.id}`, template)),
    ];
  }
}

const NO_EXTRAS = { shortcut: '', fallbacks: {}, usedCount: 0, lastUsedAt: null };

export const WORDS = { name: 'Visit', content: 'Hi {First name}, see you {Pet}.', shortcut: '', fallbacks: {} };

export class TemplatesOnFakes {
  readonly service = new FakeTemplateService();
  readonly store = new FakeTemplateStore();
  absentFeatures: Feature[] = [];
  now = 5_000;
  readonly #services: Services;
  #ids = 0;

  constructor() {
    const account = {
      ...{ store: this.store.store, service: this.service, folder: 'here' },
      listAbsentFeatures: () => this.absentFeatures,
    } as unknown as OpenAccount;
    this.#services = toServices({
      session: { getAccount: () => account } as Services['session'],
      undo: new UndoMemory({ createId: () => `undo-${String((this.#ids += 1))}` }),
      templateCreations: new TemplateCreations(),
      mergePasses: new MergePasses(),
      now: () => this.now,
    });
  }

  /** One that the service has and the cache knows. */
  async addKnown(name: string, content = 'Hi {Pet}'): Promise<TemplateView> {
    const template = this.service.add(name, content);
    await this.store.store.commitRows({ name: 'templates', rows: [template] });
    return await this.get(`service:${String(template.id)}`);
  }

  async list(): Promise<readonly TemplateView[]> {
    return (await templateHandlers['templates.list'](this.#services, {})).items;
  }

  async get(key: string): Promise<TemplateView> {
    const view = (await this.list()).find((template) => template.key === key);
    if (view === undefined) throw new Error(`There is no template ${key}`);
    return view;
  }

  async canServiceKeep(): Promise<boolean> {
    return (await templateHandlers['templates.list'](this.#services, {})).canServiceKeep;
  }

  async create(changes: Partial<RequestInput<'templates.create'>> = {}): Promise<TemplateView> {
    const given = { requestId: this.toRequestId(), keeper: 'service', ...WORDS, ...changes } as const;
    return await templateHandlers['templates.create'](this.#services, given);
  }

  /** Changes of what the window shows of it. */
  async update(view: TemplateView, changes: Partial<RequestInput<'templates.update'>>): Promise<TemplateView> {
    const { key, keeper, name, content, shortcut, fallbacks } = view;
    const words = { key, keeper, name, content, shortcut, fallbacks };
    const given = { requestId: this.toRequestId(), ...words, base: { name, content }, ...changes };
    return await templateHandlers['templates.update'](this.#services, given);
  }

  async delete(...keys: readonly string[]) {
    return await templateHandlers['templates.delete'](this.#services, {
      requestId: this.toRequestId(),
      keys: [...keys],
    });
  }

  async undo(undoId: string): Promise<readonly string[]> {
    const given = { requestId: this.toRequestId(), undoId };
    return (await templateHandlers['templates.undo'](this.#services, given)).keys;
  }

  async use(key: string): Promise<void> {
    await templateHandlers['templates.used'](this.#services, { requestId: this.toRequestId(), key });
  }

  async listFields(phone: string | null) {
    return await templateHandlers['templates.fields'](this.#services, { phone });
  }

  async fill(content: string, phone: string, fallbacks: Record<string, string> = {}) {
    return await templateHandlers['templates.fill'](this.#services, { content, fallbacks, phone });
  }

  async preview(content: string, contactIds: number[] | null = null, fallbacks: Record<string, string> = {}) {
    return (await templateHandlers['templates.preview'](this.#services, { content, fallbacks, contactIds })).people;
  }

  async measure(content: string, fallbacks: Record<string, string> = {}) {
    return await templateHandlers['templates.measure'](this.#services, { content, fallbacks });
  }

  toRequestId(): string {
    return `request-${String((this.#ids += 1))}`;
  }
}

/** The error of something that must not succeed. */
export async function toProblem(work: Promise<unknown>): Promise<Pick<AppError, 'code' | 'fields'>> {
  try {
    await work;
  } catch (error) {
    if (isAppError(error)) return { code: error.code, fields: error.fields };
    throw error;
  }
  throw new Error('It was not refused');
}

export function makeMergeContact(contactId: number, values: Readonly<Record<string, string>>): MergeContact {
  return { contactId, name: values['First name'] ?? '', phone: `4477009${String(contactId)}` as PhoneKey, values };
}
