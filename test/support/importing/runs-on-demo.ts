/** Runs of imports over the real store, client and sync, on a demo service; plans are written by hand. */
import { expect } from 'vitest';
import type { DemoOptions } from '#main/demo/service.ts';
import type { Contact } from '#main/demo/state/model.ts';
import { toValueKey } from '#main/demo/state/contact-values.ts';
import type { Log } from '#main/platform/log.ts';
import type { RunParts } from '#main/services/importing/ports.ts';
import { waitFor } from '#main/services/importing/run/wait.ts';
import { ImportRuns } from '#main/services/importing/runs.ts';
import type { ImportPlan, StoredImport, StoredImportRow } from '#main/store/api/imports.ts';
import type { ImportTarget, ImportValues, PlannedRow, RowVerdict } from '#shared/domain/imports.ts';
import { openRealAccount, startRealService } from '#test/support/sync/account-on-demo.ts';
import type { RealAccount, RealService } from '#test/support/sync/account-on-demo.ts';
import { until } from '#test/support/until.ts';

/** Waits of the runs are so many times shorter than in the app. */
const HASTE = 20;

export interface RowInput {
  readonly phone: string;
  readonly verdict?: RowVerdict;
  readonly values?: ImportValues;
  readonly contactId?: number;
  readonly isOnList?: boolean;
}

export class RunsOnDemo {
  readonly service: RealService;
  readonly account: RealAccount;
  readonly bugs: unknown[] = [];
  runs: ImportRuns;
  #requests = 0;

  private constructor(service: RealService, account: RealAccount) {
    this.service = service;
    this.account = account;
    this.runs = new ImportRuns(this.parts);
  }

  /** A service that has the import of that shape, and not the other one. */
  static async open(options: DemoOptions & { readonly shapes: 'spec' | 'sdk' }): Promise<RunsOnDemo> {
    const service = await startRealService({ chats: 10, messages: 40, contacts: 40, speed: 20, ...options });
    service.demo.settings.absent = [options.shapes === 'spec' ? 'import-normalized' : 'import-raw'];
    const account = await openRealAccount(service);
    account.sync.start();
    await until(() => {
      const { phase, lastSyncedAt } = account.sync.getStatus();
      expect([phase, lastSyncedAt === null]).toEqual(['idle', false]);
    });
    const at = new RunsOnDemo(service, account);
    await at.runs.open();
    return at;
  }

  get parts(): RunParts {
    const { store, client, sync } = this.account;
    return {
      ...{ store, service: client, sync },
      log: this.#log,
      now: () => Date.now() * HASTE,
      wait: (ms, signal) => waitFor(ms / HASTE, signal),
      tell: () => undefined,
    };
  }

  get #log(): Log {
    return {
      info: () => undefined,
      warn: () => undefined,
      error: (_event, error) => void this.bugs.push(error),
      hide: () => () => undefined,
      dispose: () => Promise.resolve(),
    };
  }

  get world() {
    return this.service.demo.world;
  }

  /** Ends the runs and opens them again on what is on the disk. */
  async restart(parts: Partial<RunParts> = {}): Promise<void> {
    await this.runs.dispose();
    this.runs = new ImportRuns({ ...this.parts, ...parts });
    await this.runs.open();
  }

  async start(
    rows: readonly RowInput[],
    plan: Partial<ImportPlan> = {},
    requestId = `import-${String((this.#requests += 1))}`,
  ): Promise<number> {
    const { importId } = await this.runs.start({
      requestId,
      plan: toPlan(rows, plan),
      rows: toPortions(rows),
    });
    return importId;
  }

  async find(importId: number): Promise<StoredImport> {
    const stored = await this.account.store.findImport({ importId });
    if (stored === null) throw new Error('There is no such import');
    return stored;
  }

  async waitUntilOver(importId: number): Promise<StoredImport> {
    return await until(async () => {
      const stored = await this.find(importId);
      expect(stored).toMatchObject({ step: 'done' });
      return stored;
    });
  }

  async listRows(importId: number): Promise<readonly StoredImportRow[]> {
    return await this.account.store.listImportRows({ importId, filter: {}, afterLine: 0, limit: 1_000 });
  }

  /** How many rows ended in which way: `new done` → 3. */
  async count(importId: number): Promise<Record<string, number>> {
    const { counts } = await this.find(importId);
    const shown = counts.filter(({ count }) => count > 0);
    return Object.fromEntries(shown.map(({ verdict, state, count }) => [`${verdict} ${state}`, count]));
  }

  /** Members of the list as the service has it, by their numbers. */
  membersOf(listId: number | null): readonly Contact[] {
    return this.world.contacts.rows.filter(({ listIds }) => listIds.includes(listId ?? 0));
  }

  /** Contacts of the account's own, with a list. */
  pickOwn(count: number): readonly Contact[] {
    const own = this.world.contacts.rows.filter((one) => one.userId === undefined && one.listIds.length > 0);
    expect(own.length).toBeGreaterThanOrEqual(count);
    return own.slice(0, count);
  }

  /** Throws unless the service has every row as it was planned, on the list of the import, and nothing besides. */
  async expectImported(importId: number, rows: readonly RowInput[]): Promise<void> {
    const { state, memory } = await this.find(importId);
    expect(this.bugs).toEqual([]);
    expect({ state, problem: memory.problem }).toEqual({ state: 'finished', problem: null });
    const imported = rows.filter(({ verdict = 'new' }) => ['new', 'update', 'unchanged'].includes(verdict));
    for (const row of imported) this.expectContact(row, memory.listId);
    const phones = new Set(imported.map(({ phone }) => phone));
    const members = this.membersOf(memory.listId);
    expect(members.filter(({ phone }) => phones.has(phone))).toHaveLength(imported.length);
    expect(memory.membersCount).toBe(members.length);
    expect(this.world.lists.rows.filter(({ name }) => name.includes('(import'))).toEqual([]);
    const stored = await this.listRows(importId);
    const done = stored.filter((one) => one.state === 'done').map(({ phone, contactId }) => `${phone} ${contactId}`);
    expect(done.toSorted()).toEqual(
      members
        .filter(({ phone }) => phones.has(phone))
        .map(({ phone, id }) => `${phone} ${id}`)
        .toSorted(),
    );
  }

  expectContact({ phone, values = {}, verdict }: RowInput, listId: number | null): void {
    const found = this.world.contacts.rows.filter((one) => one.phone === phone);
    expect(found).toHaveLength(1);
    const [contact] = found;
    expect(contact?.listIds).toContain(listId);
    if (verdict === 'unchanged' || contact === undefined) return;
    expect(this.#read(contact, values)).toEqual(values);
  }

  #read(contact: Contact, values: ImportValues): Record<string, string> {
    return Object.fromEntries(
      Object.keys(values).map((name) => {
        if (name === 'firstName' || name === 'lastName' || name === 'email') return [name, contact[name]];
        const field = this.world.data.fields.find((one) => `field:${one.id}` === name || `new:${one.name}` === name);
        return [name, contact.values[toValueKey(field?.id ?? 0)] ?? ''];
      }),
    );
  }

  async dispose(): Promise<void> {
    await this.runs.dispose();
    await this.account.dispose();
    await this.service.dispose();
  }
}

/** Numbers that no contact of the demo has. */
export function toPhone(index: number): string {
  return `4474${String(10_000_000 + index)}`;
}

export function toNewRows(count: number, from = 0): readonly RowInput[] {
  return Array.from({ length: count }, (_, index) => ({
    phone: toPhone(from + index),
    values: { firstName: `First ${String(from + index)}`, email: `row${String(from + index)}@mail.example` },
  }));
}

function toPlan(rows: readonly RowInput[], plan: Partial<ImportPlan>): ImportPlan {
  const target: ImportTarget = { kind: 'new-list', name: 'Imported' };
  return {
    ...{ fileName: 'people.csv', isPasted: false, headers: ['Phone'], choices: [{ kind: 'phone' }] },
    options: { country: null, hasHeader: true, leavesOutLandlines: false, keepsWhatIsEmpty: true, existing: 'update' },
    ...{ target, listName: 'Imported', rowsCount: rows.length, changedValuesCount: 0 },
    ...plan,
  };
}

async function* toPortions(rows: readonly RowInput[]): AsyncGenerator<readonly PlannedRow[]> {
  for (let start = 0; start < rows.length; start += 700) {
    yield await Promise.resolve(rows.slice(start, start + 700).map((row, index) => toPlannedRow(row, start + index)));
  }
}

function toPlannedRow(row: RowInput, index: number): PlannedRow {
  const { phone, verdict = 'new', values = {}, contactId = null, isOnList = false } = row;
  const changes = Object.entries(values).map(([name, value]) => ({ name, old: '', value }));
  return {
    ...{ line: index + 2, verdict, reason: null, marks: [], phone, cells: [phone], contactId, isOnList, values },
    changes: (verdict === 'update' ? changes : []) as PlannedRow['changes'],
  };
}
