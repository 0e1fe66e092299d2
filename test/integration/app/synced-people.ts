import { expect } from 'vitest';
import type { DemoOptions } from '#main/demo/service.ts';
import type { ContactQuery, ContactRow, RequestInput } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { toRequestId } from './app-on-demo.ts';
import { SyncedApp } from './synced-app.ts';

/** The table of all contacts, by name. */
export const ALL: ContactQuery = {
  scope: { kind: 'all' },
  narrowing: null,
  text: '',
  sort: { column: 'name', isDescending: false },
};

/** The app and its service, with what tests of contacts ask of both. */
export class SyncedPeople {
  readonly at: SyncedApp;
  readonly #taken = new Set<number>();

  constructor(at: SyncedApp) {
    this.at = at;
  }

  /** An app that has read every contact of its service. */
  static async openApp(options: DemoOptions): Promise<SyncedApp> {
    const at = await SyncedApp.open(undefined, { contacts: 60, ...options });
    await until(async () => expect(await at.window.ask('contacts.count', {})).toMatchObject({ isFilling: false }));
    return at;
  }

  get ask() {
    return this.at.window.ask.bind(this.at.window);
  }

  get world() {
    return this.at.service.world;
  }

  /** A contact that no other test takes: the user's own, with a mobile number, on a list. */
  async take(): Promise<ContactRow> {
    const { ids } = await this.ask('contacts.list', { query: ALL, firstRows: 0 });
    const rows = await this.ask('contacts.listRows', { scope: ALL.scope, ids });
    const isFree = (row: ContactRow): boolean => !row.isReadOnly && !row.isBlocked && row.lists.length > 0;
    // Not by its place: tests that run at the same time rename and delete contacts.
    const row = rows.find((one) => one !== null && isFree(one) && !this.#taken.has(one.id)) ?? null;
    if (row === null) throw new Error('Every contact is taken');
    this.#taken.add(row.id);
    return row;
  }

  async edit(contactId: number, field: RequestInput<'contacts.edit'>['field'], value: string) {
    return await this.ask('contacts.edit', { requestId: toRequestId(), contactId, field, value });
  }

  async show(contactId: number) {
    const details = await this.ask('contacts.get', { contactId });
    if (details === null) throw new Error('There is no such contact');
    return details;
  }

  atService(contactId: number) {
    const contact = this.world.contacts.find(contactId);
    if (contact === undefined) throw new Error('The service has no such contact');
    return contact;
  }

  async listChangesOf(contactId: number) {
    return (await this.ask('contacts.listChanges', {})).filter((change) => change.contactId === contactId);
  }
}
