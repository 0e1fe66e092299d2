/** What the log says of requests that did not succeed, through the whole app over a demo service in trouble. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '#test/support/until.ts';
import { AppOnDemo, toRequestId, type RunningService, type AppWindow } from './app-on-demo.ts';

type Line = Readonly<Record<string, unknown>>;

describe('a request that does not succeed', () => {
  let app: AppOnDemo;
  let running: RunningService;
  let window: AppWindow;

  beforeEach(async () => {
    app = await AppOnDemo.open();
    running = await app.startService();
    window = await app.openWindow();
    await window.signIn(running.credentials);
    await until(async () => expect((await window.listChats()).total).toBeGreaterThan(10));
  });
  afterEach(() => app.dispose());

  const readLog = () => readFile(path.join(app.folder, 'logs', 'switchboard.log'), 'utf8');
  const listLines = async (operation: string): Promise<Line[]> => {
    const lines = (await readLog()).trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Line).filter((line) => line['operation'] === operation);
  };
  const untilLine = (operation: string): Promise<Line> =>
    until(async () => {
      const lines = await listLines(operation);
      expect(lines).toHaveLength(1);
      return lines[0] as Line;
    });

  it('has a line with what was wrong with the answer of the service', async () => {
    const { rows } = await window.listChats();
    const chatId = rows[0]?.id ?? 0;
    running.service.faults.set([{ kind: 'truncated', method: 'GET' }]);
    const { code } = await window.askForError('messages.fillGap', { chatId, fromAt: null, toAt: Date.now() });
    const line = await untilLine('messages.fillGap');
    expect(line).toMatchObject({ event: 'request.failed', code, told: code });
    expect(line['why']).toContain('GET /');
  });

  it('has a line with where it was refused here, and one where it was not understood', async () => {
    await window.askForError('sends.sendNow', { requestId: toRequestId(), sendId: 'nowhere' });
    const line = await untilLine('sends.sendNow');
    expect(line).toMatchObject({ level: 'info', event: 'request.refused', code: 'not-found', told: 'not-found' });
    expect(line['why']).toMatch(/nowhere[\s\S]+ at /);
    await window.app.handle('drafts.save', { phone: 447700900318, text: ['call me at nine'] });
    expect(await untilLine('drafts.save')).toMatchObject({
      ...{ level: 'warn', event: 'request.misfit', code: 'validation' },
      fields: 'phone: no string, text: no string',
    });
    expect(await readLog()).not.toMatch(/447700900318|nine/);
  });

  it('has a line for bytes, files and pictures too', async () => {
    await window.app.appendBytes({ handle: 'nowhere', offset: 0, bytes: new Uint8Array() });
    await window.app.getFile('nowhere');
    await window.app.getMedia('nowhere');
    for (const operation of ['bytes', 'file', 'media']) {
      expect(await untilLine(operation)).toMatchObject({ code: 'not-found', event: 'request.refused' });
    }
  });
});
