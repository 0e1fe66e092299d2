/** Drafts of imports over a real folder of staged files; account, events and the file's thread are fakes. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { NumberedEvent } from '#main/services/event-bus.ts';
import { StagedFiles } from '#main/services/files/staged-files.ts';
import { ImportDrafts } from '#main/services/importing/drafts.ts';
import type { OpenFile } from '#main/services/importing/file-reading.ts';
import type { ImportDraftView } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { FakeAccountParts, fail } from '../fakes.ts';
import { FakeRuns, FakeStore } from './fake-account.ts';
import { FakeFile } from './fake-file.ts';

export class DraftsOnFakes {
  readonly dataFolder: string;
  readonly files: StagedFiles;
  readonly drafts: ImportDrafts;
  readonly runs = new FakeRuns();
  fake = new FakeStore();
  /** Null: no account is open. */
  accountFolder: string | null = '/accounts/ada';
  isReopening = false;
  toldCount = 0;
  /** Files that are opened, in this order; the last one again and again. An error: it is no table. */
  sources: (FakeFile | Error)[] = [];
  opened: { text: string; options: object }[] = [];
  isReadForever = false;
  readonly #listeners = new Set<(event: NumberedEvent) => void>();
  #lastId = 0;

  private constructor(dataFolder: string) {
    this.dataFolder = dataFolder;
    this.files = new StagedFiles({ dataFolder, onBug: () => undefined });
    this.drafts = new ImportDrafts({
      ...{ session: this.#toSession(), files: this.files, log: new FakeAccountParts().log },
      openFile: (source, options) => this.#openFile(source, options),
      createId: () => `draft-${(this.#lastId += 1)}`,
      events: {
        subscribe: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
        importChanged: () => (this.toldCount += 1),
      },
    });
  }

  static async create(): Promise<DraftsOnFakes> {
    return new DraftsOnFakes(await mkdtemp(path.join(tmpdir(), 'sb-drafts-')));
  }

  async dispose(): Promise<void> {
    await this.drafts.dispose();
    await this.files.dispose();
    await rm(this.dataFolder, { recursive: true, force: true });
  }

  tell(name: NumberedEvent['name']): void {
    for (const listener of this.#listeners) listener({ sequence: 1, name, payload: {} });
  }

  async stage(text = 'Name,Mobile', name = 'november-clients.csv'): Promise<string> {
    const bytes = new TextEncoder().encode(text);
    const { handle } = await this.files.stage({ name, mimeType: 'text/csv', sizeBytes: bytes.byteLength });
    await this.files.append({ handle, offset: 0, bytes });
    return handle;
  }

  async open(file = new FakeFile()): Promise<{ file: FakeFile; view: ImportDraftView }> {
    this.sources = [file];
    return { file, view: await this.drafts.open({ handle: await this.stage(), isPasted: false }) };
  }

  /** Opens a file whose first check has ended. */
  async openChecked(file = new FakeFile()): Promise<{ file: FakeFile; draftId: string }> {
    const { view } = await this.open(file);
    await until(() => expect(file.checks).toHaveLength(1));
    file.finish();
    await until(async () => expect((await this.find()).checkedCount).toBeNull());
    return { file, draftId: view.draftId };
  }

  async find(): Promise<ImportDraftView> {
    const view = await this.drafts.find();
    if (view === null) throw new Error('There is no draft');
    return view;
  }

  async listKept(): Promise<string[]> {
    return await readdir(path.join(this.dataFolder, 'staged')).catch(() => []);
  }

  #toSession(): ConstructorParameters<typeof ImportDrafts>[0]['session'] {
    const getAccount = (): OpenAccount => {
      if (this.accountFolder === null) throw fail('unauthorized');
      return { folder: this.accountFolder, store: this.fake.store, imports: this.runs } as unknown as OpenAccount;
    };
    const isReopening = (): boolean => this.isReopening;
    return {
      getAccount,
      findAccount: () => (this.accountFolder === null ? undefined : getAccount()),
      get isReopening() {
        return isReopening();
      },
    };
  }

  #openFile({ bytes }: Parameters<OpenFile>[0], { signal, ...options }: Parameters<OpenFile>[1]) {
    this.opened.push({ text: new TextDecoder().decode(bytes), options });
    if (this.isReadForever) {
      return new Promise<FakeFile>((_, reject) => {
        signal.addEventListener('abort', () => reject(fail('cancelled')));
      });
    }
    const next = this.sources.length > 1 ? this.sources.shift() : this.sources[0];
    return next instanceof FakeFile ? Promise.resolve(next) : Promise.reject(next ?? new Error('no file'));
  }
}
