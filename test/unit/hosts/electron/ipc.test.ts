import { describe, expect, it } from 'vitest';
import { answerRequests, sendEvents } from '#main/hosts/electron/security/ipc.ts';
import { PAGE_URL } from '#main/hosts/electron/security/page-protocol.ts';
import { BYTES_CHANNEL, EVENT_CHANNEL, REQUEST_CHANNEL } from '#shared/contract/index.ts';
import { AppDouble } from '#test/support/electron/app-double.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { ContentsDouble } from '#test/support/electron/window-doubles.ts';

const OURS = { url: PAGE_URL, parent: null };

function setup() {
  const double = new ElectronDouble();
  const app = new AppDouble(double.recorder);
  const undo = answerRequests(double.parts.ipcMain, app);
  return { double, app, undo };
}

describe('requests over IPC', () => {
  it('are answered for the top frame of our page', async () => {
    const { double, app } = setup();
    const request = { type: 'request', id: 1, name: 'session.get', input: {} };
    expect(await double.invoke(REQUEST_CHANNEL, OURS, request)).toEqual({ ok: true, value: 'answer' });
    expect(app.asked).toEqual([['session.get', {}]]);
  });

  it('are refused when they are no request', async () => {
    const { double, app } = setup();
    expect(await double.invoke(REQUEST_CHANNEL, OURS, { name: 1 })).toMatchObject({ ok: false });
    expect(app.asked).toEqual([]);
  });

  it('carry bytes up to 4 MiB a chunk', async () => {
    const { double, app } = setup();
    const chunk = (size: number) => ({ handle: 'h', offset: 0, bytes: new ArrayBuffer(size) });
    expect(await double.invoke(BYTES_CHANNEL, OURS, chunk(10))).toMatchObject({ ok: true });
    expect(await double.invoke(BYTES_CHANNEL, OURS, chunk(4 * 1024 * 1024 + 1))).toMatchObject({ ok: false });
    expect(await double.invoke(BYTES_CHANNEL, OURS, { ...chunk(1), bytes: 'text' })).toMatchObject({ ok: false });
    expect(app.inputsOf('bytes')).toEqual([['h', 10]]);
  });

  it('end with their undo', () => {
    const { double, undo } = setup();
    undo();
    expect(double.questions.size).toBe(0);
  });
});

describe('events over IPC', () => {
  it('say after each load where the numbers stand, and end with the window', () => {
    const { double, app } = setup();
    const contents = new ContentsDouble(double.recorder);
    sendEvents(contents.real, app);
    contents.events.emit('did-finish-load');
    app.tell({ sequence: 8, name: 'outbox.changed', payload: {} });
    expect(double.recorder.callsOf('contents.send')).toEqual([
      ['contents.send', EVENT_CHANNEL, { type: 'hello', runId: 'run-1', sequence: 7 }],
      ['contents.send', EVENT_CHANNEL, { type: 'event', sequence: 8, name: 'outbox.changed', payload: {} }],
    ]);
    contents.events.emit('destroyed');
    expect(app.listeners.size).toBe(0);
  });

  it('are not sent to a page that crashed: its next load says where the numbers stand', () => {
    const { double, app } = setup();
    const contents = new ContentsDouble(double.recorder);
    sendEvents(contents.real, app);
    contents.isCrashed = true;
    app.tell({ sequence: 8, name: 'outbox.changed', payload: {} });
    expect(double.recorder.callsOf('contents.send')).toEqual([]);
  });
});
