/** The page whose main process went away: what is sent then is kept by the page until main has it, and leaves once. */
import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from './support/fixtures.ts';
import { composer, expectSent, findMessage, openChat } from './support/inbox-page.ts';
import type { Program } from './support/programs.ts';
import { listSent } from './support/service-state.ts';

const CALLUM = '447700900188';
const PRIYA = '447700900366';
const TO_CALLUM = 'The vet is in from nine';
const TO_PRIYA = 'Pixel may come at ten';

interface Fixtures {
  readonly first: Program;
  /** The inbox of the first start. */
  readonly inboxOfFirst: Page;
}

const test = base.extend<Fixtures>({
  first: async ({ startOwnApp }, use) => use(await startOwnApp()),
  inboxOfFirst: async ({ first, page }, use) => {
    await page.goto(first.announced);
    await page.getByRole('option').first().waitFor();
    await use(page);
  },
});

const findKept = (page: Page): Locator => page.getByRole('list', { name: 'Waiting for Switchboard' });

/** Sends it, and waits until it stands where main has no part in it. */
async function sendKept(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(findKept(page)).toContainText(text);
  await expect(composer(page)).toHaveValue('');
}

async function sendTwo(page: Page): Promise<void> {
  await sendKept(page, TO_CALLUM);
  await openChat(page, 'Priya Raghunathan');
  await sendKept(page, TO_PRIYA);
  await expect(findKept(page)).toContainText(TO_PRIYA);
  await expect(findKept(page)).not.toContainText(TO_CALLUM);
}

test('texts sent after main died wait in their threads, outlive the tab, and leave once when main is back', async ({
  inboxOfFirst: page,
  first,
  service,
  startOwnApp,
  context,
}) => {
  await openChat(page, 'Callum MacIntyre');
  await first.stop('SIGKILL');
  await expect(page.getByRole('button', { name: 'Lost contact' })).toBeVisible();
  await sendTwo(page);
  const sheet = page.getByRole('main');
  await expect(
    sheet.getByText('Your texts to Callum MacIntyre and Priya Raghunathan haven’t reached Switchboard yet.'),
  ).toBeVisible();
  await sheet.getByRole('button', { name: 'Open Callum MacIntyre', exact: true }).click();
  await expect(composer(page)).toHaveAccessibleName('Text to Callum MacIntyre');
  await expect(findKept(page)).toContainText(TO_CALLUM);

  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();

  const again = await startOwnApp();
  const reopened = await context.newPage();
  await reopened.goto(again.announced);
  for (const [name, text] of [
    ['Callum MacIntyre', TO_CALLUM],
    ['Priya Raghunathan', TO_PRIYA],
  ] as const) {
    await openChat(reopened, name);
    await expectSent(reopened, text);
    await expect(findMessage(reopened, text)).toHaveCount(1);
    await expect(findKept(reopened)).toBeHidden();
    await expect(composer(reopened)).toHaveValue('');
  }
  expect(await listSent(service.account, CALLUM, [TO_CALLUM])).toEqual([TO_CALLUM]);
  expect(await listSent(service.account, PRIYA, [TO_PRIYA])).toEqual([TO_PRIYA]);
  await reopened.reload();
  await openChat(reopened, 'Callum MacIntyre');
  await expect(findMessage(reopened, TO_CALLUM)).toHaveCount(1);
  expect(await listSent(service.account, CALLUM, [TO_CALLUM])).toEqual([TO_CALLUM]);
});

test('texts sent while main stands still are in their threads at once, and leave once when it goes on', async ({
  inboxOfFirst: page,
  first,
  service,
}) => {
  await openChat(page, 'Callum MacIntyre');
  first.signal('SIGSTOP');
  await sendTwo(page);
  first.signal('SIGCONT');
  await expectSent(page, TO_PRIYA);
  await expect(findKept(page)).toBeHidden();
  await openChat(page, 'Callum MacIntyre');
  await expectSent(page, TO_CALLUM);
  await expect(findMessage(page, TO_CALLUM)).toHaveCount(1);
  expect(await listSent(service.account, CALLUM, [TO_CALLUM])).toEqual([TO_CALLUM]);
  expect(await listSent(service.account, PRIYA, [TO_PRIYA])).toEqual([TO_PRIYA]);
});
