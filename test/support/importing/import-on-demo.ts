/** Imports and their undo on a demo service, without a window: store, client, sync and runs as the app joins them. */
import { expect } from 'vitest';
import { createClock } from '#main/platform/clock.ts';
import type { Log } from '#main/platform/log.ts';
import type { Shape } from '#main/demo/settings.ts';
import type { Contact, ContactList, CustomField } from '#main/demo/state/model.ts';
import type { World } from '#main/demo/state/world.ts';
import { ImportRuns } from '#main/services/importing/runs.ts';
import type { ImportPlan, StoredImport, StoredImportRow } from '#main/store/api/imports.ts';
import type {
  ImportedChange,
  ImportTarget,
  ImportValueName,
  ImportValues,
  PlannedRow,
} from '#shared/domain/imports.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { openRealAccount, startRealService } from '../sync/account-on-demo.ts';
import type { RealAccount, RealService } from '../sync/account-on-demo.ts';
import { until } from '../until.ts';

export interface FileRow {
  /** Digits, country code first. */
  readonly phone: string;
  readonly values?: ImportValues;
}

/** Everything that an import can change, as the service has it. */
export interface PeopleState {
  readonly contacts: readonly Contact[];
  readonly lists: readonly ContactList[];
  readonly fields: readonly CustomField[];
  readonly notes: readonly unknown[];
}

const SIZE = { seed: 7, chats: 2, messages: 8, contacts: 24 };

export class ImportOnDemo {
  readonly service: RealService;
  account!: RealAccount;
  runs!: ImportRuns;
  /** What went wrong by the log of the runs. */
  readonly errors: unknown[] = [];
  #requests = 0;

  private constructor(service: RealService) {
    this.service = service;
  }

  /** Opens the account and waits until its contacts are here. `isRaw`: the service has no import but the specification's. */
  static async open(shape: Shape, { isRaw = false }: { readonly isRaw?: boolean } = {}): Promise<ImportOnDemo> {
    const service = await startRealService({ ...SIZE, shapes: shape, speed: 50 });
    if (isRaw) service.demo.settings.absent = ['import-normalized'];
    const imports = new ImportOnDemo(service);
    await imports.#openAccount();
    return imports;
  }

  get world(): World {
    return this.service.demo.world;
  }

  /** As after the end of the app, and its next start. */
  async restart(): Promise<void> {
    await this.#closeAccount();
    await this.#openAccount();
  }

  async dispose(): Promise<void> {
    await this.#closeAccount();
    await this.service.dispose();
  }

  /** Rows as a check of the file plans them. */
  async plan(
    target: ImportTarget,
    file: readonly FileRow[],
  ): Promise<{ plan: ImportPlan; rows: readonly PlannedRow[] }> {
    const listId = target.kind === 'list' ? target.listId : null;
    const rows = await Promise.all(file.map((row, index) => this.#planRow(row, index + 2, listId)));
    const names = [...new Set(file.flatMap(({ values = {} }) => Object.keys(values)))] as ImportValueName[];
    const listName = target.kind === 'new-list' ? target.name : (this.world.lists.find(target.listId)?.name ?? '');
    const plan: ImportPlan = {
      ...{ fileName: 'clients.csv', isPasted: false, target, listName, rowsCount: rows.length },
      headers: ['Phone', ...names],
      choices: [{ kind: 'phone' }, ...names.map(toChoice)],
      options: {
        ...{ country: null, hasHeader: true, leavesOutLandlines: false, keepsWhatIsEmpty: true, existing: 'update' },
      },
      changedValuesCount: rows.reduce((sum, { changes }) => sum + changes.length, 0),
    };
    return { plan, rows };
  }

  /** Imports it to its end. */
  async import(target: ImportTarget, file: readonly FileRow[]): Promise<number> {
    const importId = await this.start(target, file);
    await this.untilState(importId, 'finished');
    return importId;
  }

  async start(target: ImportTarget, file: readonly FileRow[]): Promise<number> {
    const { plan, rows } = await this.plan(target, file);
    this.#requests += 1;
    const requestId = `request-${String(this.#requests)}`;
    const { importId } = await this.runs.start({ requestId, plan, rows: toPortions(rows) });
    return importId;
  }

  /** Undoes it to its end. */
  async undo(importId: number): Promise<void> {
    await this.runs.undo(importId);
    await this.untilState(importId, 'undone');
  }

  async untilState(importId: number, state: StoredImport['state']): Promise<void> {
    await until(async () => expect(await this.find(importId)).toMatchObject({ state }));
  }

  async find(importId: number): Promise<StoredImport> {
    const stored = await this.account.store.findImport({ importId });
    if (stored === null) throw new Error('There is no such import');
    return stored;
  }

  listRows(importId: number): Promise<readonly StoredImportRow[]> {
    return this.account.store.listImportRows({ importId, filter: {}, afterLine: 0, limit: 1_000 });
  }

  /** The oracle: the service's own state, not what it answers. */
  read(): PeopleState {
    const { contacts, lists, fields, data } = this.world;
    return structuredClone({
      contacts: contacts.rows.map((contact) => this.toState(contact)),
      lists: lists.rows,
      fields: fields.rows,
      notes: data.contactNotes,
    });
  }

  /** The user of a contact is its owner unless the service says another one; lists have no order. */
  toState(contact: Contact): Contact {
    const { userId = this.world.account.id, ownerId = userId, listIds } = contact;
    return { ...contact, ownerId, listIds: listIds.toSorted((one, other) => one - other) };
  }

  findContact(phone: string): Contact {
    const contact = this.world.findContactByPhone(phone);
    if (contact === undefined) throw new Error(`No contact has ${phone}`);
    return contact;
  }

  /** What another client does. */
  change(contact: Contact, changes: Partial<Contact>): void {
    Object.assign(contact, changes);
    this.world.contacts.touch();
    this.world.changed();
  }

  async #openAccount(): Promise<void> {
    this.account = await openRealAccount(this.service);
    const { store, client, sync } = this.account;
    const clock = createClock();
    this.runs = new ImportRuns({
      ...{ store, service: client, sync, log: this.#createLog(), now: () => Date.now() },
      wait: async (ms, signal) => {
        await clock.wait(ms, signal);
        signal.throwIfAborted();
      },
      tell: () => undefined,
    });
    sync.start();
    await sync.checkEverything();
    await this.runs.open();
  }

  async #closeAccount(): Promise<void> {
    await this.runs.dispose();
    await this.account.dispose();
  }

  #createLog(): Log {
    return {
      info: () => undefined,
      warn: () => undefined,
      error: (_event, error) => this.errors.push(error),
      hide: () => () => undefined,
      dispose: () => Promise.resolve(),
    };
  }

  async #planRow({ phone, values = {} }: FileRow, line: number, listId: number | null): Promise<PlannedRow> {
    const { store } = this.account;
    const written = Object.entries(values).map(([name, value = '']) => ({ name: name as ImportValueName, value }));
    const cells = [`+${phone}`, ...written.map(({ value }) => value)];
    const row = { line, reason: null, marks: [], phone, cells, values };
    const [known] = await store.listContactIdsByPhone({ phones: [toPhoneKey(phone)] });
    if (known === undefined) return { ...row, verdict: 'new', contactId: null, changes: [], isOnList: false };
    const [contact] = await store.listImportContacts({ afterId: known.contactId - 1, limit: 1 });
    if (contact === undefined) throw new Error(`No contact has ${phone}`);
    const read = (name: string): string =>
      name === 'firstName' || name === 'lastName' || name === 'email'
        ? contact[name]
        : (contact.fields.find(({ id }) => `field:${id}` === name)?.value ?? '');
    const changes = written
      .map(({ name, value }): ImportedChange => ({ name, old: read(name), value }))
      .filter(({ old, value }) => old !== value);
    const isOnList = listId !== null && contact.listIds.includes(listId);
    return { ...row, verdict: changes.length > 0 ? 'update' : 'unchanged', contactId: contact.id, changes, isOnList };
  }
}

function toChoice(name: ImportValueName): NonNullable<ImportPlan['choices'][number]> {
  if (name === 'firstName' || name === 'lastName' || name === 'email') return { kind: name };
  if (name.startsWith('new:')) return { kind: 'new-field', name: name.slice('new:'.length) };
  return { kind: 'field', fieldId: Number(name.slice('field:'.length)) };
}

async function* toPortions(rows: readonly PlannedRow[]): AsyncGenerator<readonly PlannedRow[]> {
  yield await Promise.resolve(rows);
}

/** New people, named and numbered. */
export function makePeople(count: number, values: ImportValues = {}): readonly FileRow[] {
  return Array.from({ length: count }, (_, index) => ({
    phone: `4477008${String(10_000 + index)}`,
    values: { firstName: `Ann ${index}`, lastName: 'O’Neil', email: `ann${index}@mail.example`, ...values },
  }));
}
