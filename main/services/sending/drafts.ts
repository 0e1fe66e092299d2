import { ATTACHMENT_RULE, checkUpload } from '#main/api/uploads/upload-rules.ts';
import { toMediaType } from '#main/api/uploads/upload-types.ts';
import { toStableId } from '#main/platform/ids.ts';
import { openUploadFile } from '#main/platform/upload-file.ts';
import type { OwnFileView, RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import { toFileId } from '#shared/domain/ids.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { MOST_FILES, type SendFile } from '#shared/domain/sends.ts';
import { toRefusal } from '#main/services/refusals.ts';
import { toOwnFileView } from './new-send.ts';
import type { Session } from '#main/services/account/session.ts';
import type { StagedFiles } from '#main/services/files/staged-files.ts';

interface DraftsNeeds {
  readonly session: Session;
  readonly staged: Pick<StagedFiles, 'get' | 'release'>;
  readonly now: () => number;
}

/** What was typed and chosen and not sent. Owned: it outlives everything. */
export class Drafts {
  readonly #needs: DraftsNeeds;

  constructor(needs: DraftsNeeds) {
    this.#needs = needs;
  }

  /** Nothing, where nothing was begun. Throws `disk`. */
  async get(phone: string): Promise<RequestOutput<'drafts.get'>> {
    const { text, files } = await this.#needs.session.getAccount().store.getDraft({ phone: toPhoneKey(phone) });
    return { text, files: [...files] };
  }

  /**
   * An empty text forgets what was typed; files stay. Where another window wrote something since `base`, that stays and is
   * answered. Throws `unauthorized` where it is another account's, or `disk`.
   */
  async save({ phone, text, base, account }: RequestInput<'drafts.save'>): Promise<RequestOutput<'drafts.save'>> {
    const { store } = this.#needs.session.getAccountNamed(account);
    const draft = { phone: toPhoneKey(phone), text, at: this.#needs.now() };
    return await store.saveDraft(base === undefined ? draft : { ...draft, base });
  }

  /**
   * Takes over a staged file, which is used up; one that is refused stays staged. What the service would not take is
   * refused here, so that nobody learns of it only when the text is to leave. The same request again is the same file.
   * Throws `validation` with a sentence in `file`, `not-found` or `disk`.
   */
  async addFile(input: {
    readonly requestId: string;
    readonly phone: string;
    readonly handle: string;
  }): Promise<OwnFileView> {
    const { store, files } = this.#needs.session.getAccount();
    const phone = toPhoneKey(input.phone);
    const id = toFileId(toStableId(`file\n${input.requestId}`, 20));
    const known = (await store.getDraft({ phone })).files.find((file) => file.id === id);
    if (known !== undefined) return known;
    const staged = this.#needs.staged.get(input.handle);
    const name = toFileName(staged.name);
    const source = await openUploadFile(staged.path);
    await checkUpload({ name, sizeBytes: staged.sizeBytes, open: () => source.open() }, ATTACHMENT_RULE);
    const file: SendFile = { id, name, mimeType: toMediaType(name), sizeBytes: staged.sizeBytes, href: null };
    await files.add(id, staged, () => store.addDraftFile({ phone, file, at: this.#needs.now() })).catch(rethrow);
    await this.#needs.staged.release(input.handle);
    return toOwnFileView(file);
  }

  /** Takes it out of the draft and off this computer; nothing happens where it is gone already. Throws `disk`. */
  async removeFile(phone: string, fileId: string): Promise<void> {
    const { store, files } = this.#needs.session.getAccount();
    await store.removeDraftFile({ phone: toPhoneKey(phone), fileId: toFileId(fileId) });
    await files.tidy();
  }
}

/** A name alone, as people see it and the service gets it: no folders, nothing that steers a terminal or a header. */
function toFileName(given: string): string {
  const [last = ''] = given.split(/[/\\]/).slice(-1);
  return last.replace(/\p{Cc}/gu, '').trim();
}

/** The store says it in a word; whoever chose the file reads a sentence. */
function rethrow(error: unknown): never {
  const isTooMany = isAppError(error, 'validation') && error.fields['file']?.includes('too-many') === true;
  if (!isTooMany) throw error;
  throw toRefusal('file', `A text has ${String(MOST_FILES)} files at most; take one out, or send this one on its own.`);
}
