import { expect, vi } from 'vitest';
import type { PeopleChangeView } from '#shared/contract/index.ts';
import { spawnApp, toSignInEnvironment } from '#test/e2e/support/programs.ts';
import type { RunningProgram } from '#test/e2e/support/programs.ts';
import type { DemoInProcess } from '#test/support/demo-in-process.ts';
import { WindowClient } from '#test/support/window-client.ts';

/** Ids of one request to read rows. */
const ROWS_AT_ONCE = 200;
const NAME_ORDER = { column: 'name', isDescending: false } as const;
/** Only a bound for what hangs. */
export const LONG = { timeout: 900_000, interval: 100 };

let requests = 0;
export const toRequestId = (): string => `killed-app-${String((requests += 1))}`;

/** The app in a process of its own, on one data folder, beside a service that outlives it. */
export class KilledApp {
  readonly #service: DemoInProcess;
  readonly #folder: string;
  #program: RunningProgram | null = null;
  #client: WindowClient | null = null;

  constructor(service: DemoInProcess, folder: string) {
    this.#service = service;
    this.#folder = folder;
  }

  get client(): WindowClient {
    if (this.#client === null) throw new Error('The app does not run');
    return this.#client;
  }

  async start(): Promise<void> {
    const app = spawnApp({ dataFolder: this.#folder, env: toSignInEnvironment(this.#service.account) });
    this.#program = app.program;
    this.#client = await WindowClient.open(await app.waitForAddress());
    await vi.waitFor(
      async () => expect(await this.client.get('contacts.count', {})).toMatchObject({ isFilling: false }),
      LONG,
    );
  }

  /** As a power cut: nothing is written any more. */
  async kill(): Promise<void> {
    this.#client?.close();
    await this.#program?.stop('SIGKILL');
  }

  async listMemberIds(listId: number): Promise<readonly number[]> {
    const query = { scope: { kind: 'list' as const, listId }, narrowing: null, text: '', sort: NAME_ORDER };
    return (await this.client.get('contacts.list', { query, firstRows: 0 })).ids;
  }

  /** Contacts of the account's own, by name. */
  async listOwnIds(): Promise<readonly number[]> {
    const scope = { kind: 'all' as const };
    const { ids } = await this.client.get('contacts.list', {
      ...{ query: { scope, narrowing: null, text: '', sort: NAME_ORDER }, firstRows: 0 },
    });
    const own: number[] = [];
    for (let done = 0; done < ids.length; done += ROWS_AT_ONCE) {
      const rows = await this.client.get('contacts.listRows', { scope, ids: ids.slice(done, done + ROWS_AT_ONCE) });
      own.push(...rows.flatMap((row) => (row === null || row.isReadOnly ? [] : [row.id])));
    }
    return own;
  }

  async changeMembers(listId: number, contactIds: readonly number[], given: { isAdded: boolean; agreedCount: number }) {
    return await this.client.get('lists.changeMembers', {
      ...{ requestId: toRequestId(), listId, contactIds: [...contactIds], ...given },
    });
  }

  async getChange(listId: number): Promise<PeopleChangeView> {
    const changes = await this.client.get('contacts.listChanges', {});
    const change = changes.find((one) => one.kind === 'members' && one.listId === listId);
    if (change === undefined) throw new Error('The change of members is not kept');
    return change;
  }

  /** Kills the app once so many are through, and starts it again. */
  async killAfter(listId: number, handledCount: number): Promise<void> {
    const check = async (): Promise<void> => {
      const { members } = await this.getChange(listId);
      expect(members?.handledCount).toBeGreaterThanOrEqual(handledCount);
    };
    await vi.waitFor(check, LONG);
    await this.kill();
  }

  /** The result, dismissed. */
  async takeResult(listId: number): Promise<NonNullable<PeopleChangeView['members']>> {
    const change = await vi.waitFor(async () => {
      const one = await this.getChange(listId);
      expect(one).toMatchObject({ state: 'done', problem: null });
      return one;
    }, LONG);
    await this.client.get('contacts.resolveChange', {
      ...{ requestId: toRequestId(), changeId: change.id, choice: 'dismiss' },
    });
    if (change.members === null) throw new Error('The result has no counts');
    return change.members;
  }
}
