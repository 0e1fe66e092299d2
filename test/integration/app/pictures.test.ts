/** Pictures of contacts and lists, from the page's file to the service and back to the page. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ContactRow } from '#shared/contract/index.ts';
import { listShapes } from '#test/support/full-counts.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type AppWindow, type RunningService } from './app-on-demo.ts';
import { SyncedApp } from './synced-app.ts';
import { ALL } from './synced-people.ts';

const toPng = (what: string): Buffer => Buffer.from(`\x89PNG\r\n\x1a\n ${what}`, 'latin1');
const LARGEST_BYTES = 10 * 1024 * 1024;

async function stage(window: AppWindow, bytes: Buffer, name = 'face.png'): Promise<string> {
  const { handle } = await window.ask('files.stage', { name, mimeType: 'image/png', sizeBytes: bytes.length });
  const piece = 1024 * 1024;
  for (let offset = 0; offset < bytes.length; offset += piece) {
    const reply = await window.app.appendBytes({ handle, offset, bytes: bytes.subarray(offset, offset + piece) });
    expect(reply.ok).toBe(true);
  }
  return handle;
}

/** The bytes behind `/media/<id>`, or why there are none. */
async function show(window: AppWindow, mediaId: string | null): Promise<string> {
  const reply = await window.app.getMedia(mediaId ?? '');
  return reply.ok ? Buffer.from(reply.value.bytes).toString('latin1') : reply.error.code;
}

/** The service, but that a contact's picture has one address, whatever it shows. */
function createKeeper({ service, credentials }: RunningService): Server {
  return createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/' } = request;
      const [, id] = /^\/avatars\/contact_(\d+)\.png$/.exec(url) ?? [];
      const name = service.world.contacts.find(Number(id))?.avatar ?? '';
      const headers = new Headers();
      for (const header of ['x-tm-username', 'x-tm-key', 'authorization', 'content-type']) {
        const value = request.headers[header];
        if (typeof value === 'string') headers.set(header, value);
      }
      const body = await buffer(request);
      const init = { method, headers, ...(method === 'GET' ? {} : { body: new Uint8Array(body) }) };
      const answer = await fetch(`${credentials.baseUrl}${id === undefined ? url : `/avatars/${name}`}`, init);
      const type = answer.headers.get('content-type') ?? '';
      const bytes = Buffer.from(await answer.arrayBuffer());
      const kept = bytes.toString().replaceAll(/"avatars\/(contact_\d+)_[^"]*"/g, '"avatars/$1.png"');
      response.writeHead(answer.status, { 'content-type': type }).end(type.includes('json') ? kept : bytes);
    })().catch(() => response.destroy());
  });
}

/** The app and its service, with what tests of pictures ask of both. */
class Pictures {
  readonly at: SyncedApp;
  #taken = 0;

  private constructor(at: SyncedApp) {
    this.at = at;
  }

  static async open(shape: 'spec' | 'sdk'): Promise<Pictures> {
    const pictures = new Pictures(await SyncedApp.open(undefined, { shapes: shape }));
    await until(async () => expect(await pictures.ask('contacts.count', {})).toMatchObject({ isFilling: false }));
    return pictures;
  }

  get ask() {
    return this.at.window.ask.bind(this.at.window);
  }
  get refuse() {
    return this.at.window.askForError.bind(this.at.window);
  }

  async listRows(): Promise<readonly ContactRow[]> {
    const { ids } = await this.ask('contacts.list', { query: ALL, firstRows: 0 });
    return (await this.ask('contacts.listRows', { scope: ALL.scope, ids })).filter((row) => row !== null);
  }

  /** A contact of the user's own that no other test takes. */
  async take(): Promise<number> {
    const own = (await this.listRows()).filter(({ isReadOnly }) => !isReadOnly);
    const row = own.toSorted((one, other) => one.id - other.id)[(this.#taken += 1)];
    if (row === undefined) throw new Error('Every contact is taken');
    return row.id;
  }

  stage(bytes: Buffer, name = 'face.png'): Promise<string> {
    return stage(this.at.window, bytes, name);
  }

  async isStaged(handle: string): Promise<boolean> {
    return (await this.at.window.app.getFile(handle)).ok;
  }

  async getPicture(contactId: number): Promise<string | null> {
    return (await this.ask('contacts.get', { contactId }))?.avatarId ?? null;
  }
  async getPictureOfList(listId: number): Promise<string | null> {
    const { lists } = await this.ask('contacts.count', {});
    return lists.find(({ id }) => id === listId)?.avatarId ?? null;
  }

  show(mediaId: string | null): Promise<string> {
    return show(this.at.window, mediaId);
  }

  countChanges(contactId: number): number {
    const heard = this.at.window.heard('contacts.changed') as readonly { contactIds: readonly number[] }[];
    return heard.filter(({ contactIds }) => contactIds.includes(contactId)).length;
  }

  /** How often the service was asked to change a picture. */
  countWrites(): number {
    return this.at.service.seen.filter(({ method, path }) => method !== 'GET' && path.endsWith('/avatar')).length;
  }

  atService(contactId: number): string | null {
    return this.at.service.world.contacts.find(contactId)?.avatar ?? null;
  }
}

describe.each(listShapes(['spec', 'sdk'], 'sdk'))('pictures at a service of the shape %s', (shape) => {
  let pictures: Pictures;
  beforeAll(async () => {
    pictures = await Pictures.open(shape);
  });
  afterAll(() => pictures.at.dispose());

  it('are set, replaced and removed, and shown at once', async () => {
    const contactId = await pictures.take();
    const set = async (handle: string | null) => {
      const before = pictures.countChanges(contactId);
      await pictures.ask('contacts.setPicture', { requestId: toRequestId(), contactId, handle });
      await until(() => expect(pictures.countChanges(contactId)).toBeGreaterThan(before));
      return await pictures.getPicture(contactId);
    };
    const handle = await pictures.stage(toPng('first'));
    const first = await set(handle);
    expect(await pictures.show(first)).toBe(toPng('first').toString('latin1'));
    expect(await pictures.isStaged(handle)).toBe(false);
    const second = await set(await pictures.stage(toPng('second')));
    expect(second).not.toBe(first);
    expect(await pictures.show(second)).toBe(toPng('second').toString('latin1'));
    expect(await pictures.show(first)).not.toBe(toPng('first').toString('latin1'));
    // The same bytes have the same address there.
    const third = await set(await pictures.stage(toPng('first')));
    expect([first, second]).not.toContain(third);
    expect(await pictures.show(third)).toBe(toPng('first').toString('latin1'));
    expect(await set(null)).toBeNull();
    expect(pictures.atService(contactId)).toBeNull();
  });

  it('of lists are set, replaced and removed', async () => {
    const flags = { isShared: false, isFavorite: false, isDefault: false };
    const { listId } = await pictures.ask('lists.create', {
      requestId: toRequestId(),
      name: `Faces ${shape}`,
      ...flags,
    });
    const set = async (handle: string | null) => {
      await pictures.ask('lists.setPicture', { requestId: toRequestId(), listId, handle });
      return await pictures.getPictureOfList(listId);
    };
    const first = await set(await pictures.stage(toPng('group')));
    expect(await pictures.show(first)).toBe(toPng('group').toString('latin1'));
    const second = await set(await pictures.stage(toPng('another group')));
    expect(second).not.toBe(first);
    expect(await pictures.show(second)).toBe(toPng('another group').toString('latin1'));
    expect(await set(null)).toBeNull();
    expect(pictures.at.service.world.lists.find(listId)?.avatar).toBeNull();
  });

  it('of another type or above 10 MB are refused without asking the service, and their files released', async () => {
    const contactId = await pictures.take();
    const before = pictures.countWrites();
    const large = Buffer.alloc(LARGEST_BYTES + 1);
    toPng('').copy(large);
    const files: readonly [Buffer, string][] = [
      [Buffer.from('GIF89a and so on'), 'face.gif'],
      [Buffer.from('no picture at all'), 'face.png'],
      [large, 'face.png'],
    ];
    for (const [bytes, name] of files) {
      const handle = await pictures.stage(bytes, name);
      const error = await pictures.refuse('contacts.setPicture', { requestId: toRequestId(), contactId, handle });
      expect(error).toMatchObject({ code: 'validation', fields: { file: [expect.any(String) as string] } });
      expect(await pictures.isStaged(handle)).toBe(false);
    }
    expect(pictures.countWrites()).toBe(before);
  });

  it('of exactly 10 MB are taken', async () => {
    const contactId = await pictures.take();
    const largest = Buffer.alloc(LARGEST_BYTES);
    toPng('').copy(largest);
    const handle = await pictures.stage(largest);
    await pictures.ask('contacts.setPicture', { requestId: toRequestId(), contactId, handle });
    expect(pictures.atService(contactId)).toMatch(/^contact_/);
  });

  it('of what another user shares, or is not there, are refused', async () => {
    const shared = (await pictures.listRows()).find(({ isReadOnly }) => isReadOnly);
    const input = { requestId: toRequestId(), contactId: shared?.id ?? 0, handle: null };
    expect(await pictures.refuse('contacts.setPicture', input)).toMatchObject({ code: 'forbidden' });
    const unknown = { requestId: toRequestId(), contactId: 999_999_999, handle: null };
    expect(await pictures.refuse('contacts.setPicture', unknown)).toMatchObject({ code: 'not-found' });
    const { lists } = await pictures.ask('contacts.count', {});
    const listId = lists.find(({ isReadOnly }) => isReadOnly)?.id ?? 0;
    const ofList = { requestId: toRequestId(), listId, handle: null };
    expect(await pictures.refuse('lists.setPicture', ofList)).toMatchObject({ code: 'forbidden' });
  });

  it('are set once for one request', async () => {
    const contactId = await pictures.take();
    const input = { requestId: toRequestId(), contactId, handle: await pictures.stage(toPng('once')) };
    const before = pictures.countWrites();
    await pictures.ask('contacts.setPicture', input);
    await pictures.ask('contacts.setPicture', input);
    expect(pictures.countWrites()).toBe(before + 1);
    const other = { ...input, handle: null };
    expect(await pictures.refuse('contacts.setPicture', other)).toMatchObject({ fields: { requestId: ['used'] } });
  });

  it('are set where only the answer was lost, beside an edit that waits', async () => {
    const contactId = await pictures.take();
    const edit = { requestId: toRequestId(), contactId, field: 'company', value: 'Edited meanwhile' } as const;
    await pictures.ask('contacts.edit', edit);
    pictures.at.service.faults.set([{ kind: 'reset-after', method: 'POST', path: `/contacts/${contactId}/avatar` }]);
    const handle = await pictures.stage(toPng('lost'));
    await pictures.ask('contacts.setPicture', { requestId: toRequestId(), contactId, handle });
    pictures.at.service.faults.set([]);
    const details = await pictures.ask('contacts.get', { contactId });
    expect(await pictures.show(details?.avatarId ?? null)).toBe(toPng('lost').toString('latin1'));
    expect(details?.company).toBe('Edited meanwhile');
    await until(() =>
      expect(pictures.at.service.world.contacts.find(contactId)).toMatchObject({ company: 'Edited meanwhile' }),
    );
  });

  it('are not set while the service is away; the file stays for the next try', async () => {
    const contactId = await pictures.take();
    const before = pictures.atService(contactId);
    const handle = await pictures.stage(toPng('later'));
    await pictures.at.goOffline();
    const set = { requestId: toRequestId(), contactId, handle };
    expect(await pictures.refuse('contacts.setPicture', set)).toMatchObject({ code: 'offline' });
    expect(pictures.atService(contactId)).toBe(before);
    await pictures.at.comeBack();
    await pictures.ask('contacts.setPicture', { ...set, requestId: toRequestId() });
    expect(await pictures.show(await pictures.getPicture(contactId))).toBe(toPng('later').toString('latin1'));
  });
});

describe('pictures whose address the service keeps', () => {
  it('are the new ones as soon as they are replaced, after a restart too', async () => {
    const app = await AppOnDemo.open();
    onTestFinished(() => app.dispose());
    const running = await app.startService();
    const keeper = createKeeper(running);
    await new Promise<void>((resolve) => keeper.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void keeper.close());
    const address = `http://127.0.0.1:${String((keeper.address() as AddressInfo).port)}`;
    const window = await app.openWindow();
    await window.signIn({ ...running.credentials, baseUrl: address, webUrl: address });
    const { id: contactId, phone } = await until(async () => {
      const { rows } = await window.ask('contacts.list', { query: ALL, firstRows: 50 });
      const own = rows.find(({ isReadOnly }) => !isReadOnly);
      expect(own).toBeDefined();
      return own as ContactRow;
    });
    const set = async (what: string) => {
      const handle = await stage(window, toPng(what));
      await window.ask('contacts.setPicture', { requestId: toRequestId(), contactId, handle });
      return (await window.ask('contacts.get', { contactId }))?.avatarId ?? null;
    };
    const first = await set('first');
    expect(await show(window, first)).toBe(toPng('first').toString('latin1'));
    const second = await set('second');
    expect(second).not.toBe(first);
    expect(await show(window, second)).toBe(toPng('second').toString('latin1'));
    // Read again, the address is still the same, and so is the picture.
    expect(await window.ask('contacts.searchService', { text: phone, listId: null })).toEqual({ count: 1 });
    expect((await window.ask('contacts.get', { contactId }))?.avatarId).toBe(second);

    await app.closeApps();
    const later = await app.openWindow();
    expect((await later.ask('contacts.get', { contactId }))?.avatarId).toBe(second);
    expect(await show(later, second)).toBe(toPng('second').toString('latin1'));
  });
});
