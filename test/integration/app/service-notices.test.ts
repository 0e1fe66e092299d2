/** Emails that the service itself sends about incoming texts, in the whole app: read from it, changed there, refused by it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppOnDemo, type AppWindow, type RunningService } from './app-on-demo.ts';

let app: AppOnDemo;
let running: RunningService;
let window: AppWindow;

beforeEach(async () => {
  app = await AppOnDemo.open();
  running = await app.startService();
  window = await app.openWindow();
  await window.signIn(running.credentials);
}, 60_000);
afterEach(async () => {
  await app.dispose();
});

const wanted = { isOn: true, withHistory: true, asHtml: false, emails: ['', 'night@northgate.example'] };

it('are what the service has, before and after a change', async () => {
  const { inbound } = running.service.world.data.settings;
  expect(await window.ask('serviceNotices.get', {})).toMatchObject({ isOn: inbound.inboundMessageNotification });
  await window.ask('serviceNotices.set', wanted);
  expect(await window.ask('serviceNotices.get', {})).toEqual({ ...wanted, emails: ['night@northgate.example'] });
  expect(running.service.world.data.settings.inbound).toMatchObject({
    alertEmail1: '',
    alertEmail2: 'night@northgate.example',
  });
});

it('name the place whose address the service refuses, and nothing is changed', async () => {
  const before = await window.ask('serviceNotices.get', {});
  const refusal = await window.askForError('serviceNotices.set', { ...wanted, emails: ['', 'nobody'] });
  expect(refusal).toMatchObject({ code: 'validation', fields: { alertEmail2: [expect.any(String)] } });
  expect(await window.ask('serviceNotices.get', {})).toEqual(before);
});
