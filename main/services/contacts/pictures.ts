/** Pictures of contacts and lists: asked of the service at once, and read back. */
import { findImageType } from '#main/api/uploads/image-type.ts';
import { AVATAR_RULE, checkUpload } from '#main/api/uploads/upload-rules.ts';
import type { UploadSource } from '#main/api/uploads/upload.ts';
import { openUploadFile } from '#main/platform/upload-file.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import type { StagedFiles } from '#main/services/files/staged-files.ts';
import { toForbidden, toNotFound, toRefusal, toUnknownOutcome } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import { toMediaId } from '#main/store/core/media-id.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { AppErrorCode } from '#shared/domain/app-error.ts';
import { toContactId, toListId } from '#shared/domain/ids.ts';

const USER = { priority: 'user' } as const;
/** After these the same file is refused again. */
const FINAL: ReadonlySet<AppErrorCode> = new Set(['validation', 'forbidden', 'not-found']);

interface Pictured {
  readonly avatarHref: string | null;
}

/** A contact, a list or the account, here and at the service. Everything rejects with `AppError`. */
interface Place<Row extends Pictured> {
  /** Rejects with `not-found` and `forbidden`. */
  readonly check: () => Promise<void>;
  readonly read: () => Promise<Row>;
  readonly commit: (row: Row) => Promise<void>;
  readonly upload: (image: UploadSource) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** It could not be read now: it is read when that is possible. */
  readonly readLater: () => void;
}

type Parts = Pick<OpenAccount, 'store' | 'media'>;

/** Rejects with `AppError`. */
export async function setContactPicture(
  { session, files }: Services,
  { contactId: id, handle }: RequestInput<'contacts.setPicture'>,
): Promise<RequestOutput<'contacts.setPicture'>> {
  const account = session.getAccount();
  const { store, service, sync } = account;
  const contactId = toContactId(id);
  await releaseIfFinal(files, handle, () =>
    setPicture(account, toImage(files, handle), {
      check: async () => {
        const details = await store.getContactDetails({ contactId });
        if (details === null) throw toNotFound('contact');
        if (details.isReadOnly) throw toForbidden('a shared contact');
      },
      read: () => service.getContact({ contactId }, USER),
      commit: (contact) => store.commitContacts({ contacts: [contact] }),
      upload: (image) => service.uploadContactAvatar({ contactId, image }, USER),
      remove: () => service.deleteContactAvatar({ contactId }, USER),
      readLater: () => sync.openContact(contactId),
    }),
  );
  return {};
}

/** Rejects with `AppError`. */
export async function setListPicture(
  { session, files }: Services,
  { listId: id, handle }: RequestInput<'lists.setPicture'>,
): Promise<RequestOutput<'lists.setPicture'>> {
  const account = session.getAccount();
  const { store, service, sync } = account;
  const listId = toListId(id);
  await releaseIfFinal(files, handle, () =>
    setPicture(account, toImage(files, handle), {
      check: async () => {
        const list = await store.findList({ listId });
        if (list === null) throw toNotFound('list');
        if (list.isReadOnly) throw toForbidden('a shared list');
      },
      read: () => service.getList({ listId }, USER),
      commit: (list) => store.commitLists({ lists: [list] }),
      upload: (image) => service.uploadListAvatar({ listId, image }, USER),
      remove: () => service.deleteListAvatar({ listId }, USER),
      readLater: () => sync.readMembers(listId),
    }),
  );
  return {};
}

/** The staged file stays where it may be sent once more. */
export async function releaseIfFinal(
  files: StagedFiles,
  handle: string | null,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (handle !== null && isAppError(error) && FINAL.has(error.code)) await files.release(handle);
    throw error;
  }
  if (handle !== null) await files.release(handle);
}

/** Rejects with `AppError`. */
export async function setPicture<Row extends Pictured>(
  account: Parts,
  staged: Promise<UploadSource | null>,
  place: Place<Row>,
): Promise<void> {
  // A file that is refused is refused without asking the service.
  const [image] = await Promise.all([staged, place.check()]);
  const before = (await place.read()).avatarHref;
  if (image === null && before === null) return;
  const lost = await write(() => (image === null ? place.remove() : place.upload(image)));
  const after = await readBack(place);
  await renew(account, before, after?.avatarHref ?? null);
  if (after === null) place.readLater();
  else await place.commit(after);
  if (lost !== null && !isDone(image, before, after)) throw toUnknownOutcome(lost);
}

/** Null: it is done. The error of an answer that was lost is given back, any other is thrown. */
async function write(ask: () => Promise<void>): Promise<AppError | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.outcome === 'unknown') return error;
    throw toPageFields(error);
  }
}

/** The service calls the file `image`. */
function toPageFields(error: AppError): AppError {
  const { code, message, common, status, outcome, retryable, retryAfterMs } = error;
  const { image, ...others } = error.fields;
  if (image === undefined) return error;
  const fields = { ...others, file: image };
  return new AppError({ code, message, cause: error, common, status, outcome, retryable, retryAfterMs, fields });
}

/** Null where the service cannot be asked now. */
async function readBack<Row extends Pictured>(place: Place<Row>): Promise<Row | null> {
  try {
    return await place.read();
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}

/**
 * Services may keep the address of a picture when they get a new one, now or when it has one again; or give it one that
 * was another's before.
 */
async function renew({ store, media }: Parts, before: string | null, after: string | null): Promise<void> {
  if (before !== null) {
    await store.renewPicture({ href: before });
    await media.forget(toMediaId(before));
  }
  if (after !== null && after !== before) await media.forget(toMediaId(after));
}

/** Whether what the service has now can only come from what was asked: the same address as before tells nothing. */
function isDone(image: UploadSource | null, before: string | null, after: Pictured | null): boolean {
  if (after === null) return false;
  return image === null ? after.avatarHref === null : after.avatarHref !== null && after.avatarHref !== before;
}

/** Rejects with `validation` of `file`. */
export async function toImage(files: StagedFiles, handle: string | null): Promise<UploadSource | null> {
  if (handle === null) return null;
  const staged = getStaged(files, handle);
  const source = await openUploadFile(staged.path);
  const open = (): AsyncIterable<Uint8Array> => source.open();
  const name = await toPictureName(staged.name, open);
  const image = { name, sizeBytes: staged.sizeBytes, open };
  await checkUpload(image, AVATAR_RULE);
  return image;
}

function getStaged(files: StagedFiles, handle: string): ReturnType<StagedFiles['get']> {
  try {
    return files.get(handle);
  } catch (error) {
    if (!isAppError(error, 'not-found')) throw error;
    throw toRefusal('file', 'This file is no longer there. Choose it again.');
  }
}

/** The name alone, with the ending of what the bytes are: pictures are called anything. */
async function toPictureName(given: string, open: () => AsyncIterable<Uint8Array>): Promise<string> {
  const [last = ''] = given.split(/[/\\]/).slice(-1);
  const name = last.replace(/\p{Cc}/gu, '').trim();
  for await (const piece of open()) {
    const type = findImageType(piece);
    if (type === 'image/png') return toNamed(name, /\.png$/i, '.png');
    if (type === 'image/jpeg') return toNamed(name, /\.jpe?g$/i, '.jpg');
    break;
  }
  return name;
}

function toNamed(name: string, ending: RegExp, otherwise: string): string {
  return ending.test(name) ? name : `${name}${otherwise}`;
}
