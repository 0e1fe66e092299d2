import type { IpcMainInvokeEvent } from 'electron';
import { describe, expect, it } from 'vitest';
import { answerRequests, isTrustedSender } from '#main/hosts/electron/ipc.ts';
import { PAGE_URL } from '#main/hosts/electron/page-origin.ts';

type Listener = (event: IpcMainInvokeEvent, value: unknown) => Promise<unknown>;

const from = (url: string, parent: object | null = null): IpcMainInvokeEvent =>
  ({ senderFrame: { url, parent } }) as unknown as IpcMainInvokeEvent;

function setup() {
  const listeners = new Map<string, Listener>();
  const asked: unknown[] = [];
  const ipcMain = {
    handle: (channel: string, listener: Listener) => listeners.set(channel, listener),
    removeHandler: (channel: string) => listeners.delete(channel),
  };
  const undo = answerRequests(ipcMain, {
    handle: (name, input) => {
      asked.push([name, input]);
      return Promise.resolve({ ok: true, value: 'answer' });
    },
    appendBytes: (chunk) => {
      asked.push([chunk.handle, chunk.offset, chunk.bytes.byteLength]);
      return Promise.resolve({ ok: true, value: { receivedBytes: chunk.bytes.byteLength } });
    },
  });
  return { listeners, asked, undo };
}

const frame = { type: 'request', id: 1, name: 'session.get', input: {} };

describe('requests over IPC', () => {
  it('are answered for the top frame of our page', async () => {
    const { listeners, asked } = setup();
    const reply = await listeners.get('switchboard:request')?.(from(PAGE_URL), frame);
    expect(reply).toEqual({ ok: true, value: 'answer' });
    expect(asked).toEqual([['session.get', {}]]);
  });

  it.each([
    ['another page', from('https://elsewhere.example/')],
    ['a frame inside our page', from(PAGE_URL, {})],
    ['a frame that is gone', { senderFrame: null } as unknown as IpcMainInvokeEvent],
    ['a page whose address only begins like ours', from('switchboard-app://window.evil.example/index.html')],
  ])('are refused for %s', async (_who, event) => {
    const { listeners, asked } = setup();
    expect(isTrustedSender(event)).toBe(false);
    expect(await listeners.get('switchboard:request')?.(event, frame)).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
  });

  it('are refused when they are no request', async () => {
    const { listeners, asked } = setup();
    expect(await listeners.get('switchboard:request')?.(from(PAGE_URL), { name: 1 })).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
  });

  it('carry bytes up to 4 MiB a chunk', async () => {
    const { listeners, asked } = setup();
    const send = listeners.get('switchboard:bytes');
    const chunk = (size: number) => ({ handle: 'h', offset: 0, bytes: new ArrayBuffer(size) });
    expect(await send?.(from(PAGE_URL), chunk(10))).toMatchObject({ ok: true });
    expect(await send?.(from(PAGE_URL), chunk(4 * 1024 * 1024 + 1))).toMatchObject({ ok: false });
    expect(asked).toEqual([['h', 0, 10]]);
  });

  it('end with their undo', () => {
    const { listeners, undo } = setup();
    undo();
    expect(listeners.size).toBe(0);
  });
});
