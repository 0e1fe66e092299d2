import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { expect, test } from './support/fixtures.ts';
import { startApp } from './support/programs.ts';

test('a main process that was stopped, with its connection open, is noticed, and so is that it goes on', async ({
  page,
  dataFolder,
}) => {
  const app = await startApp({ dataFolder, args: ['--demo'] });
  const { pid } = JSON.parse(await readFile(`${dataFolder}/demo/lock.json`, 'utf8')) as { readonly pid: number };
  try {
    await page.goto(app.announced);
    await page.getByRole('option').first().waitFor();
    const lost = page.getByRole('main').getByText('Lost contact with Switchboard.');
    process.kill(pid, 'SIGSTOP');
    await expect(lost).toBeVisible();
    process.kill(pid, 'SIGCONT');
    await expect(lost).toBeHidden();
    await expect(page.getByRole('option').first()).toBeVisible();
  } finally {
    process.kill(pid, 'SIGCONT');
    await app.stop();
  }
});

test('a page that was left open goes on when the app starts again on its port', async ({ page, dataFolder }) => {
  const first = await startApp({ dataFolder, args: ['--demo'] });
  const { origin, port } = new URL(first.announced);
  await page.goto(first.announced);
  await page.getByRole('option').first().waitFor();
  await first.stop();
  const lost = page.getByRole('main').getByText('Lost contact with Switchboard.');
  await expect(lost).toBeVisible();
  const second = await startApp({ dataFolder, args: ['--demo', '--port', port] });
  await expect(lost).toBeHidden();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(new URL(page.url()).origin).toBe(origin);
  await second.stop();
});
