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
import { toOwnFileView } from './sends.ts';
import type { Services } from '#main/services/services.ts';

/** What the user typed and chose for a number and did not send. It is owned data. Throws `disk`. */
export async function getDraft(
  { session }: Services,
  { phone }: RequestInput<'drafts.get'>,
): Promise<RequestOutput<'drafts.get'>> {
  const { text, files } = await session.getAccount().store.getDraft({ phone: toPhoneKey(phone) });
  return { text, files: [...files] };
}

/**
 * An empty text forgets what was typed; files stay. Where another window wrote something since `base`, that stays and is
 * answered. Throws `unauthorized` where the draft is another account's, or `disk`.
 */
export async function saveDraft(
  { session, now }: Services,
  { phone, text, base, account }: RequestInput<'drafts.save'>,
): Promise<RequestOutput<'drafts.save'>> {
  const { store } = session.getAccountNamed(account);
  const draft = { phone: toPhoneKey(phone), text, at: now() };
  return await store.saveDraft(base === undefined ? draft : { ...draft, base });
}

/**
 * Takes over a staged file, which is used up; a file that is refused stays staged. What the service would not take is
 * refused here, before the user sends. The same request again is the same file. Throws `validation` with a sentence in
 * `file`, `not-found` or `disk`.
 */
export async function addDraftFile(
  { session, files: staging, now }: Services,
  { requestId, phone: typed, handle }: RequestInput<'drafts.addFile'>,
): Promise<OwnFileView> {
  const { store, files } = session.getAccount();
  const phone = toPhoneKey(typed);
  const id = toFileId(toStableId(`file\n${requestId}`, 20));
  const known = (await store.getDraft({ phone })).files.find((file) => file.id === id);
  if (known !== undefined) return known;
  const staged = staging.get(handle);
  const name = toFileName(staged.name);
  const source = await openUploadFile(staged.path);
  await checkUpload({ name, sizeBytes: staged.sizeBytes, open: () => source.open() }, ATTACHMENT_RULE);
  const file: SendFile = { id, name, mimeType: toMediaType(name), sizeBytes: staged.sizeBytes, href: null };
  await files.add(id, staged, () => store.addDraftFile({ phone, file, at: now() })).catch(rethrow);
  await staging.release(handle);
  return toOwnFileView(file);
}

/** Takes a file out of the draft and off this computer; nothing happens where it is gone already. Throws `disk`. */
export async function removeDraftFile(
  { session }: Services,
  { phone, fileId }: RequestInput<'drafts.removeFile'>,
): Promise<RequestOutput<'drafts.removeFile'>> {
  const { store, files } = session.getAccount();
  await store.removeDraftFile({ phone: toPhoneKey(phone), fileId: toFileId(fileId) });
  await files.tidy();
  return {};
}

/** The name alone, as the user sees it and the service gets it: no folders, no control characters. */
function toFileName(given: string): string {
  const [last = ''] = given.split(/[/\\]/).slice(-1);
  return last.replace(/\p{Cc}/gu, '').trim();
}

/** The store answers with a word; the user reads a sentence. */
function rethrow(error: unknown): never {
  const isTooMany = isAppError(error, 'validation') && error.fields['file']?.includes('too-many') === true;
  if (!isTooMany) throw error;
  throw toRefusal(
    'file',
    `A text can have up to ${String(MOST_FILES)} files. Remove one, or send this one separately.`,
  );
}
