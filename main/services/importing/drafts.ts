/**
 * The file that the user is about to import: one at a time, of the open account. It is kept here rather than in the page,
 * so that a page that is loaded again finds it.
 *
 * IMPORTS-1 Nothing of a draft leaves this computer before it is started.
 * IMPORTS-2 A draft belongs to one account: it goes when another is opened, and stays when the same one is opened again.
 * IMPORTS-3 The file is kept on the disk as long as its draft, and goes with it.
 */
import type { Log } from '#main/platform/log.ts';
import type { Session } from '#main/services/account/session.ts';
import type { EventBus, NumberedEvent } from '#main/services/event-bus.ts';
import type { StagedFiles, TakenFile } from '#main/services/files/staged-files.ts';
import { toNotFound } from '#main/services/refusals.ts';
import type { Store } from '#main/store/api.ts';
import type { ImportDraftView } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { Serial } from '#shared/lib/serial.ts';
import type { OpenFile } from './file-reading.ts';
import { ImportDraft, type DraftRepair } from './import-draft.ts';

/** Events after which a draft that waits for the contacts looks whether they are there. */
const REASONS: ReadonlySet<NumberedEvent['name']> = new Set(['contacts.changed', 'sync.statusChanged']);

interface Needs {
  readonly session: Pick<Session, 'getAccount' | 'findAccount' | 'isReopening'>;
  readonly events: Pick<EventBus, 'subscribe' | 'importChanged'>;
  readonly files: Pick<StagedFiles, 'take' | 'keep'>;
  readonly openFile: OpenFile;
  readonly createId: () => string;
  readonly log: Log;
}

interface OpenDraft {
  /** Names the account. */
  readonly folder: string;
  readonly draft: ImportDraft;
}

export class ImportDrafts {
  readonly #needs: Needs;
  /** One change at a time: an import starts as it was checked. */
  readonly #turns = new Serial();
  readonly #unsubscribe: () => void;
  readonly #end = new AbortController();
  #open: OpenDraft | null = null;
  /** Ends of drafts that are under way. */
  readonly #ending = new Set<Promise<void>>();

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#unsubscribe = needs.events.subscribe((event) => this.#hear(event));
  }

  /**
   * Makes a staged file the draft, in place of the one before; its handle is gone then. Throws `not-found` for no such handle,
   * `validation` of `file` with the sentences for the user where it is no table (the draft before stays), and `disk`.
   */
  open({ handle, isPasted }: { readonly handle: string; readonly isPasted: boolean }): Promise<ImportDraftView> {
    return this.#turns.run(async () => {
      this.#needs.session.getAccount();
      return await this.#openTaken(await this.#needs.files.take(handle), { isPasted, repairs: null });
    });
  }

  /** The same for rows that a run could not import. */
  openRejected(
    file: { readonly name: string; readonly bytes: Uint8Array },
    repairs: DraftRepair,
  ): Promise<ImportDraftView> {
    return this.#turns.run(async () => {
      this.#needs.session.getAccount();
      return await this.#openTaken(await this.#needs.files.keep(file), { isPasted: false, repairs });
    });
  }

  /** Null: no file is chosen. Throws `unauthorized`, `disk`. */
  async find(): Promise<ImportDraftView | null> {
    const { folder } = this.#needs.session.getAccount();
    const open = this.#open;
    if (open?.folder !== folder) return null;
    await open.draft.refresh();
    return open.draft.toView();
  }

  /** Reads of the draft while it is there. Throws `not-found`. */
  async read<T>(draftId: string, work: (draft: ImportDraft) => Promise<T>): Promise<T> {
    const draft = this.#get(draftId);
    try {
      return await work(draft);
    } catch (error) {
      // Its thread ended with it.
      throw isAppError(error, 'cancelled') ? toNotFound('draft') : error;
    }
  }

  /** Changes it, after what changes it already. Throws `not-found`. */
  change<T>(draftId: string, work: (draft: ImportDraft) => Promise<T>): Promise<T> {
    return this.#turns.run(() => this.read(draftId, work));
  }

  /** The draft as it is after the change. */
  async changeToView(draftId: string, work: (draft: ImportDraft) => Promise<void>): Promise<ImportDraftView> {
    return await this.change(draftId, async (draft) => {
      await work(draft);
      return draft.toView();
    });
  }

  /** Writes down everything of the import, then the draft is gone. Throws `validation` (`list`, `rows`), and `disk`. */
  start(draftId: string, requestId: string): Promise<{ importId: number }> {
    return this.change(draftId, async (draft) => {
      const { imports } = this.#needs.session.getAccount();
      const { importId } = await imports.start({ requestId, ...(await draft.plan()) });
      await this.#close(draft);
      return { importId };
    });
  }

  /** Forgets the file; nothing happens when it is gone already. Does not wait for what is under way: that ends. */
  async discard(draftId: string): Promise<void> {
    const draft = this.#open?.draft;
    if (draft?.id === draftId) await this.#close(draft);
  }

  async dispose(): Promise<void> {
    this.#unsubscribe();
    this.#end.abort();
    const draft = this.#open?.draft;
    if (draft !== undefined) await this.#close(draft);
    await this.#turns.settled();
    if (this.#open !== null) await this.#close(this.#open.draft);
    await Promise.all(this.#ending);
  }

  async #openTaken(
    file: TakenFile,
    { isPasted, repairs }: { readonly isPasted: boolean; readonly repairs: DraftRepair | null },
  ): Promise<ImportDraftView> {
    const { openFile, events, log, createId, session } = this.#needs;
    const { folder } = session.getAccount();
    const parts = {
      ...{ openFile, log, ending: this.#end.signal, getStore: () => this.#getStore(folder) },
      tell: () => events.importChanged(null),
    };
    let draft: ImportDraft;
    try {
      draft = await ImportDraft.open(parts, { draftId: createId(), file, isPasted, repairs });
    } catch (error) {
      await file.remove();
      throw error;
    }
    const before = this.#open;
    this.#open = { folder, draft };
    if (before !== null) await before.draft.dispose();
    // Another account was opened meanwhile.
    this.#endForeign();
    return this.#get(draft.id).toView();
  }

  #get(draftId: string): ImportDraft {
    const { folder } = this.#needs.session.getAccount();
    const open = this.#open;
    if (open?.draft.id !== draftId || open.folder !== folder) throw toNotFound('draft');
    return open.draft;
  }

  #getStore(folder: string): Store {
    const account = this.#needs.session.getAccount();
    if (account.folder !== folder) throw toNotFound('draft');
    return account.store;
  }

  #hear({ name }: NumberedEvent): void {
    if (name === 'session.changed') this.#endForeign();
    const draft = this.#open?.draft;
    if (name === 'session.changed' && this.#needs.session.findAccount() !== undefined) draft?.accountOpened();
    if (draft?.isFilling === true && REASONS.has(name)) {
      // The next event, or the page's next question, looks again.
      void draft.refresh().catch((error: unknown) => this.#needs.log.warn('imports.notRefreshed', {}, error));
    }
  }

  /** IMPORTS-2. */
  #endForeign(): void {
    const { session, log } = this.#needs;
    const open = this.#open;
    if (open === null || session.isReopening || session.findAccount()?.folder === open.folder) return;
    void this.#close(open.draft).catch((error: unknown) => log.error('imports.notClosed', error));
  }

  async #close(draft: ImportDraft): Promise<void> {
    if (this.#open?.draft === draft) this.#open = null;
    this.#needs.events.importChanged(null);
    const end = draft.dispose();
    this.#ending.add(end);
    try {
      await end;
    } finally {
      this.#ending.delete(end);
    }
  }
}
