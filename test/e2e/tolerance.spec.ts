import { listShapes } from '#test/support/full-counts.ts';
import { expect, test } from './support/fixtures.ts';
import { steerService } from './support/programs.ts';

for (const shapes of listShapes(['spec', 'sdk'], 'sdk')) {
  test.describe(`a service in the ${shapes} shape with every quirk of the supplement`, () => {
    test.use({ serviceArgs: ['--shapes', shapes, '--quirks', '--seed', '7'] });

    test('is displayed without an error, and markup in a message is text', async ({ inbox, service }) => {
      const problems: string[] = [];
      inbox.on('pageerror', (error) => problems.push(error.message));
      inbox.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      const markup = '<img src=x onerror="document.title=1"><b>bold</b>';
      await steerService(service.account, 'POST inbound', { sender: '447700900318', text: markup });
      await inbox.getByRole('option', { name: /^Deborah Okonkwo/ }).click();
      const messages = inbox.getByRole('list', { name: 'Messages' });
      await expect(messages.getByText(markup)).toBeVisible();
      await expect(messages.locator('img[src="x"], b')).toHaveCount(0);
      for (const name of [/^Tom Abara/, /^Kwikpet Couriers/, /^Gareth Pugh/, /^Priya Raghunathan/]) {
        await inbox.getByRole('option', { name }).first().click();
        await expect(messages.getByRole('listitem').first()).toBeVisible();
      }
      await expect(inbox.getByText(/didn’t load/)).toHaveCount(0);
      expect(problems).toEqual([]);
    });
  });
}

test.describe('a service that cannot pin chats', () => {
  test.use({ serviceArgs: ['--seed', '7'] });

  test('is found out by the first pin, which is told, and offers none from then on', async ({ inbox, service }) => {
    await steerService(service.account, 'POST settings', { absent: 'pin' });
    await inbox.getByRole('option', { name: /^Deborah Okonkwo/ }).click({ button: 'right' });
    await inbox.getByRole('menuitem', { name: /^(Unpin|Pin)/ }).click();
    await expect(inbox.getByRole('alert').filter({ hasText: /can’t do that.*Deborah Okonkwo/ })).toBeVisible();
    await expect(async () => {
      await inbox.keyboard.press('Escape');
      await inbox.getByRole('option', { name: /^Deborah Okonkwo/ }).click({ button: 'right' });
      await expect(inbox.getByRole('menuitem', { name: /^Close/ })).toBeVisible();
      await expect(inbox.getByRole('menuitem', { name: /^(Unpin|Pin)/ })).toHaveCount(0, { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
  });
});
