import { expectSent, findMessage, openChat, openSettings, write } from './support/inbox-page.ts';
import { expect, test } from './support/fixtures.ts';
import { RestartableService } from './support/demo-service.ts';
import { startApp, toSignInEnvironment, type Program } from './support/programs.ts';
import { listSent } from './support/service-state.ts';

const CALLUM = '447700900188';

test.describe('quitting with texts that have not left', () => {
  let kept: RestartableService;
  let app: Program;
  test.beforeEach(async ({ page, dataFolder }) => {
    kept = await RestartableService.start(`${dataFolder}/service`, '--speed', '20');
    app = await startApp({ dataFolder: `${dataFolder}/app`, env: toSignInEnvironment(kept.account) });
    await page.goto(app.announced);
    await openChat(page, 'Callum MacIntyre');
  });
  test.afterEach(async () => {
    await app.stop();
    await kept.stop();
  });

  test('says in the terminal that they stay, keeps them, and sends each once after the next start', async ({
    page,
    dataFolder,
  }) => {
    const texts = ['Kept over night, one', 'Kept over night, two'];
    await kept.stop();
    for (const text of texts) await write(page, text);
    for (const text of texts) await expect(findMessage(page, text)).toHaveAccessibleName(/waiting for connection/i);
    await app.stop();
    expect(app.output()).toContain(
      'We’ll keep 2 texts on this computer and send them when you next start Switchboard.',
    );

    await kept.resume();
    expect(await listSent(kept.account, CALLUM, texts)).toEqual([]);
    app = await startApp({ dataFolder: `${dataFolder}/app`, env: toSignInEnvironment(kept.account) });
    await page.goto(app.announced);
    await openChat(page, 'Callum MacIntyre');
    for (const text of texts) await expectSent(page, text);
    expect(await listSent(kept.account, CALLUM, texts)).toEqual(texts);
  });

  test('by Ctrl+C sends what was only held back, and says so', async ({ page }) => {
    const sending = await openSettings(page, 'Sending');
    await sending.getByRole('combobox', { name: 'Undo send' }).selectOption('30 seconds');
    await page.keyboard.press('Escape');
    await write(page, 'A last word');
    expect(await listSent(kept.account, CALLUM, ['A last word'])).toEqual([]);
    await app.stop('SIGINT');
    expect(app.output()).toContain('Sending 1 waiting text for up to 10 seconds.');
    expect(app.output()).not.toContain('stays here');
    expect(await listSent(kept.account, CALLUM, ['A last word'])).toEqual(['A last word']);
  });
});
