import type { Page } from '@playwright/test';
import { findRow, openChat, openSettings, press } from './support/inbox-page.ts';
import { expect, test } from './support/fixtures.ts';
import { readNumber } from './support/service-state.ts';

const CALLUM = '447700900188';
const TOM = '447700900389';

/** Presses keys while a chat is open and no field takes them. */
async function pressIn(page: Page, name: string, keys: string): Promise<void> {
  await openChat(page, name);
  await press(page, keys);
}

test('a shortcut that is changed works by its new keys alone, also after a reload', async ({ inbox, service }) => {
  const keyboard = await openSettings(inbox, 'Keyboard');
  await keyboard.getByRole('button', { name: 'Change shortcut for “Close or reopen chat”' }).click();
  await inbox.keyboard.press('Control+Shift+9');
  await expect(inbox.getByText('“Close or reopen chat” is')).toBeVisible();
  await inbox.keyboard.press('Control+1');

  await pressIn(inbox, 'Callum MacIntyre', 'Control+Shift+9');
  await expect(findRow(inbox, /^Callum MacIntyre/)).toBeHidden();
  await expect.poll(async () => (await readNumber(service.account, CALLUM)).chat.status).toBe('c');

  await inbox.reload();
  // The old keys do nothing: the chat that they would close first is open when the new ones close it.
  await pressIn(inbox, 'Tom Abara', 'e');
  await expect(findRow(inbox, /^Tom Abara/)).toBeVisible();
  await inbox.keyboard.press('Control+Shift+9');
  await expect(findRow(inbox, /^Tom Abara/)).toBeHidden();
  await expect.poll(async () => (await readNumber(service.account, TOM)).chat.status).toBe('c');
});
