import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId } from './app-on-demo.ts';

describe('a text whose answer got lost, in the whole app', () => {
  let app: AppOnDemo;
  beforeEach(async () => {
    app = await AppOnDemo.open();
  });
  afterEach(async () => {
    await app.dispose();
  });

  it('is shown with its evidence, is not sent again on half a word, and is found when somebody looks', async () => {
    const { service, credentials } = await app.startService();
    const window = await app.openWindow();
    await window.signIn(credentials);
    const chat = await until(async () => {
      const { rows } = await window.listChats();
      const row = rows.find(({ phone }) => phone === '447700900318');
      expect(row).toBeDefined();
      return row as NonNullable<typeof row>;
    });
    const text = 'Did this reach you?';
    const listMine = async (): Promise<MessageView[]> => {
      const { items } = await window.ask('messages.list', { chatId: chat.id, before: null, limit: 100 });
      return items.filter((message) => message.text === text);
    };
    service.faults.set([
      { kind: 'reset-after', method: 'POST', path: '/messages' },
      { kind: 'status', status: 500, method: 'GET', path: '/sessions' },
      { kind: 'status', status: 500, method: 'GET', path: '/messages' },
    ]);
    const written = { requestId: toRequestId(), phone: chat.phone, text, from: null };
    const { sendId } = await window.ask('sends.create', written);
    await until(async () => {
      const check = { finding: 'unreachable', looks: 0, alike: [] };
      expect(await listMine()).toMatchObject([
        { key: `send:${sendId}`, send: { state: 'checking', attempts: 1, check } },
      ]);
    });

    const refusal = await window.askForError('sends.retry', { requestId: toRequestId(), sendId, mayDouble: false });
    expect(refusal).toMatchObject({ code: 'validation', fields: { mayDouble: ['required'] } });

    service.faults.set([]);
    // The app may have looked by itself in this moment, and then there is nothing left to look for.
    await window.app.handle('sends.lookNow', { sendId });
    await until(async () => {
      expect(await listMine()).toMatchObject([
        { key: `send:${sendId}`, send: { state: 'accepted', problem: null, check: { finding: 'found' } } },
      ]);
    });
    expect(await window.askForError('sends.lookNow', { sendId })).toMatchObject({ code: 'not-found' });
    expect(service.world.outbound.rows.filter((row) => row.text === text)).toHaveLength(1);
  });
});
