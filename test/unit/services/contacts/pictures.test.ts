import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { setContactPicture, setListPicture } from '#main/services/contacts/pictures.ts';
import { MediaCache } from '#main/services/files/media-cache.ts';
import { StagedFiles } from '#main/services/files/staged-files.ts';
import type { Services } from '#main/services/services.ts';
import type { Store } from '#main/store/api.ts';
import { toMediaId } from '#main/store/core/media-id.ts';
import type { UploadSource } from '#main/api/uploads/upload.ts';
import { AppError } from '#shared/domain/app-error.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { toServices } from '#test/unit/services/fakes.ts';
import { NOON, buildAccount, buildContact, buildList } from '#test/unit/store/builders.ts';
import { StoreInOneThread } from '#test/unit/store/store-in-one-thread.ts';

const toPng = (what: string): Buffer => Buffer.from(`\x89PNG\r\n\x1a\n ${what}`, 'latin1');
const JPG = Buffer.from('\xff\xd8\xff\xe0 a photograph', 'latin1');
const HREF = 'avatars/7.png';

const fail = (outcome: AppError['outcome'], code: AppError['code'] = 'offline', fields = {}): AppError =>
  new AppError({ code, message: 'made up', outcome, fields });

async function readAll(source: UploadSource): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.open()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A contact and a list with one address for whatever picture they have, over a real store and real files. */
class PicturesOnFakes {
  readonly store = new StoreInOneThread();
  readonly files: StagedFiles;
  readonly media: MediaCache;
  readonly services: Services;
  /** Of the contact and of the list, as the service has it. */
  picture: Buffer | null = null;
  names: string[] = [];
  readLater: string[] = [];
  /** What comes of the next upload or deletion: before it is done, and after. */
  refusal: AppError | null = null;
  lost: AppError | null = null;
  /** Thrown by readings that come after the write. */
  readFailure: AppError | null = null;
  #isWritten = false;

  constructor(folder: string) {
    this.files = new StagedFiles({ dataFolder: folder, onBug: () => undefined });
    const store = this.#createStore();
    const fetchMedia = () =>
      Promise.resolve({ bytes: this.picture ?? Buffer.alloc(0), mimeType: 'image/png' as const });
    const log = { error: () => undefined, warn: () => undefined };
    this.media = new MediaCache({ folder: path.join(folder, 'media'), store, client: { fetchMedia }, log });
    const sync = {
      openContact: () => void this.readLater.push('contact'),
      readMembers: () => void this.readLater.push('list'),
    };
    const account = { store, media: this.media, service: this.#service, sync };
    const session = { getAccount: () => account as unknown as OpenAccount } as Services['session'];
    this.services = toServices({ session, files: this.files });
  }

  readonly #service = {
    getContact: () => this.#read(() => buildContact(7, { avatarHref: this.#href })),
    getList: () => this.#read(() => buildList(5, { avatarHref: this.#href })),
    uploadContactAvatar: ({ image }: { readonly image: UploadSource }) => this.#write(image),
    uploadListAvatar: ({ image }: { readonly image: UploadSource }) => this.#write(image),
    deleteContactAvatar: () => this.#write(null),
    deleteListAvatar: () => this.#write(null),
  };

  get #href(): string | null {
    return this.picture === null ? null : HREF;
  }

  async #write(image: UploadSource | null): Promise<void> {
    if (this.refusal !== null) throw this.refusal;
    this.#isWritten = true;
    this.picture = image === null ? null : await readAll(image);
    if (image !== null) this.names.push(image.name);
    if (this.lost !== null) throw this.lost;
  }

  #read<Row>(toRow: () => Row): Promise<Row> {
    return this.#isWritten && this.readFailure !== null ? Promise.reject(this.readFailure) : Promise.resolve(toRow());
  }

  #createStore(): Store {
    const { store } = this;
    const members: Partial<Store> = {
      getContactDetails: (input) => Promise.resolve(store.ask('getContactDetails', input)),
      findList: (input) => Promise.resolve(store.ask('findList', input)),
      findMedia: (input) => Promise.resolve(store.ask('findMedia', input)),
      commitContacts: (input) => Promise.resolve(store.run('commitContacts', input)),
      commitLists: (input) => Promise.resolve(store.run('commitLists', input)),
      renewPicture: (input) => Promise.resolve(store.run('renewPicture', input)),
    };
    return members as Store;
  }

  async stage(bytes: Buffer, name = 'ruth.png'): Promise<string> {
    const { handle } = await this.files.stage({ name, mimeType: 'image/png', sizeBytes: bytes.length });
    await this.files.append({ handle, offset: 0, bytes });
    return handle;
  }

  async set(handle: string | null, contactId = 7) {
    return await setContactPicture(this.services, { requestId: 'request-1', contactId, handle });
  }
  async setOfList(handle: string | null, listId = 5) {
    return await setListPicture(this.services, { requestId: 'request-1', listId, handle });
  }

  get avatarId(): string | null {
    return this.store.ask('getContactDetails', { contactId: toContactId(7) })?.avatarId ?? null;
  }

  /** The bytes that a page gets. */
  async show(mediaId: string | null): Promise<string> {
    return Buffer.from((await this.media.get(mediaId ?? '')).bytes).toString('latin1');
  }

  isStaged(handle: string): boolean {
    try {
      return this.files.get(handle).sizeBytes > 0;
    } catch {
      return false;
    }
  }
}

describe('the picture of a contact', () => {
  let at: PicturesOnFakes;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sb-pictures-'));
    at = new PicturesOnFakes(folder);
    await at.files.start();
    at.store.run('saveAccount', { account: buildAccount({ userId: 7 }) });
    at.store.run('commitContacts', { contacts: [buildContact(7), buildContact(8, { isShared: true })] });
    at.store.run('commitLists', { lists: [buildList(5, { userId: 7 }), buildList(6, { userId: 9 })] });
  });
  afterEach(async () => {
    await at.files.dispose();
    at.store.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is uploaded, read back and shown; its file is released', async () => {
    const handle = await at.stage(toPng('first'));
    await at.set(handle);
    expect(at.avatarId).toBe(toMediaId(HREF));
    expect(await at.show(at.avatarId)).toBe(toPng('first').toString('latin1'));
    expect(await readdir(path.join(folder, 'staged'))).toEqual([]);
  });

  it('is the new one everywhere once it is replaced, where the service keeps its address', async () => {
    await at.set(await at.stage(toPng('first')));
    const first = at.avatarId;
    await at.show(first);
    await at.set(await at.stage(toPng('second')));
    const second = at.avatarId;
    expect(second).not.toBe(first);
    expect(at.store.changes?.contactIds).toEqual([7]);
    // Also under the id before, which a page may still ask for.
    for (const id of [second, first]) expect(await at.show(id)).toBe(toPng('second').toString('latin1'));
    await at.set(null);
    expect(at.avatarId).toBeNull();
    await at.set(await at.stage(toPng('third')));
    expect([first, second]).not.toContain(at.avatarId);
    expect(await at.show(at.avatarId)).toBe(toPng('third').toString('latin1'));
  });

  it('is taken by its bytes, whatever its file is called', async () => {
    await at.set(await at.stage(JPG, 'IMG_0001'));
    await at.set(await at.stage(JPG, 'C:\\Pictures\\me.JPEG'));
    await at.set(await at.stage(toPng('one'), 'me.jpg'));
    expect(at.names).toEqual(['IMG_0001.jpg', 'me.JPEG', 'me.jpg.png']);
  });

  it.each([
    ['a text', Buffer.from('hello, I am no picture'), 'a.png'],
    ['a GIF', Buffer.from('GIF89a and so on'), 'a.gif'],
    ['nothing', Buffer.alloc(0), 'a.png'],
    ['one byte too many', Buffer.concat([toPng(''), Buffer.alloc(10 * 1024 * 1024 + 1 - toPng('').length)]), 'a.png'],
  ])('is refused where the file holds %s, and the file is released', async (_what, bytes, name) => {
    const handle = await at.stage(bytes, name);
    await expect(at.set(handle)).rejects.toMatchObject({
      ...{ code: 'validation', fields: { file: [expect.any(String) as string] } },
    });
    expect(at.names).toEqual([]);
    expect(await readdir(path.join(folder, 'staged'))).toEqual([]);
  });

  it('is refused where its file is not here any more', async () => {
    await expect(at.set('nothing-like-it')).rejects.toMatchObject({
      ...{ code: 'validation', fields: { file: ['This file is no longer there. Choose it again.'] } },
    });
  });

  it('names the field of the page where the service refuses the file', async () => {
    at.refusal = fail('refused', 'validation', { image: ['The file should be a PNG or JPG image.'] });
    const handle = await at.stage(toPng('first'));
    await expect(at.set(handle)).rejects.toMatchObject({
      fields: { file: ['The file should be a PNG or JPG image.'] },
    });
    expect(at.isStaged(handle)).toBe(false);
  });

  it.each<[string, number, AppError['code']]>([
    ['another user’s', 8, 'forbidden'],
    ['not here', 9, 'not-found'],
  ])('is not asked for of one that is %s', async (_what, contactId, code) => {
    const handle = await at.stage(toPng('first'));
    await expect(at.set(handle, contactId)).rejects.toMatchObject({ code });
    expect(at.names).toEqual([]);
    expect(at.isStaged(handle)).toBe(false);
  });

  it('keeps its file where the service could not be asked, so that it can be tried again', async () => {
    at.refusal = fail('not-accepted');
    const handle = await at.stage(toPng('first'));
    await expect(at.set(handle)).rejects.toMatchObject({ code: 'offline', fields: {} });
    at.refusal = null;
    await at.set(handle);
    expect(at.avatarId).toBe(toMediaId(HREF));
  });

  it('is set where the answer was lost and the service has it', async () => {
    at.lost = fail('unknown', 'timeout');
    await at.set(await at.stage(toPng('first')));
    expect(at.avatarId).toBe(toMediaId(HREF));
    await at.set(null);
    expect(at.avatarId).toBeNull();
  });

  it('is said to be unknown where the answer was lost and the same address tells nothing', async () => {
    await at.set(await at.stage(toPng('first')));
    at.lost = fail('unknown', 'timeout');
    const handle = await at.stage(toPng('second'));
    await expect(at.set(handle)).rejects.toMatchObject({ code: 'timeout', fields: { outcome: ['unknown'] } });
    // What the service has now is shown all the same.
    expect(await at.show(at.avatarId)).toBe(toPng('second').toString('latin1'));
    expect(at.isStaged(handle)).toBe(true);
  });

  it('is said to be unknown where the answer was lost and nothing can be read, and is read later', async () => {
    at.lost = fail('unknown');
    at.readFailure = fail('not-accepted');
    await expect(at.set(await at.stage(toPng('first')))).rejects.toMatchObject({ fields: { outcome: ['unknown'] } });
    expect(at.readLater).toEqual(['contact']);
  });

  it('is set where it only cannot be read back now, and is read later', async () => {
    at.readFailure = fail('not-accepted');
    await at.set(await at.stage(toPng('first')));
    expect(at.readLater).toEqual(['contact']);
  });

  it('is not asked for where there is none to be removed', async () => {
    at.refusal = fail('refused', 'not-found');
    await at.set(null);
    expect(at.avatarId).toBeNull();
  });

  it('keeps what waits for the contact', async () => {
    const contactId = toContactId(7);
    const change = { kind: 'edit-contact', contactId, field: 'company', value: 'Mine', base: '' } as const;
    at.store.run('applyPeopleChanges', { changes: [change], at: NOON, dueAt: NOON + 1 });
    await at.set(await at.stage(toPng('first')));
    const details = at.store.ask('getContactDetails', { contactId });
    expect(details).toMatchObject({ company: 'Mine', avatarId: toMediaId(HREF) });
    expect(at.store.ask('listPeopleChanges', {})).toMatchObject([{ state: 'waiting' }]);
  });

  describe('or of a list', () => {
    it('is set, replaced and removed', async () => {
      const get = (): string | null =>
        at.store.ask('countContacts', {}).lists.find(({ id }) => id === 5)?.avatarId ?? null;
      await at.setOfList(await at.stage(toPng('first')));
      const first = get();
      expect(await at.show(first)).toBe(toPng('first').toString('latin1'));
      await at.setOfList(await at.stage(toPng('second')));
      expect(get()).not.toBe(first);
      expect(await at.show(get())).toBe(toPng('second').toString('latin1'));
      await at.setOfList(null);
      expect(get()).toBeNull();
    });

    it.each<[string, number, AppError['code']]>([
      ['another user’s', 6, 'forbidden'],
      ['not here', 99, 'not-found'],
    ])('is not asked for of one that is %s', async (_what, listId, code) => {
      await expect(at.setOfList(null, listId)).rejects.toMatchObject({ code });
    });
  });
});
