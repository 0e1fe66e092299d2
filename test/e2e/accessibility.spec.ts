import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

async function listSeriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

for (const theme of ['light', 'dark'] as const) {
  test.describe(`in the ${theme} theme`, () => {
    test.use({ colorScheme: theme });

    test('axe finds nothing serious in the inbox, a thread, a new message and the narrow window', async ({ inbox }) => {
      expect(await listSeriousFindings(inbox)).toEqual([]);
      await inbox.getByRole('option', { name: /^Deborah Okonkwo/ }).click();
      await inbox.getByRole('list', { name: 'Messages' }).getByRole('listitem').first().waitFor();
      expect(await listSeriousFindings(inbox)).toEqual([]);
      await inbox.getByRole('option', { name: /^Gareth Pugh/ }).click();
      await inbox.getByText(/asked for no more texts/).waitFor();
      expect(await listSeriousFindings(inbox)).toEqual([]);
      await inbox
        .getByRole('button', { name: /New message/ })
        .first()
        .click();
      await inbox.getByRole('combobox', { name: 'To' }).waitFor();
      expect(await listSeriousFindings(inbox)).toEqual([]);
      await inbox.setViewportSize({ width: 720, height: 640 });
      expect(await listSeriousFindings(inbox)).toEqual([]);
    });

    test('axe finds nothing serious in signing in', async ({ app, page }) => {
      await page.goto(app.origin);
      await page.getByLabel('Username').waitFor();
      expect(await listSeriousFindings(page)).toEqual([]);
    });
  });
}

test.describe('in the pseudo right-to-left locale', () => {
  test.use({ locale: 'en-XB' });

  test('the page runs from right to left and every sentence comes from the catalogue', async ({
    app,
    service,
    page,
  }) => {
    await app.signIn(service.account);
    await page.goto(`${app.origin}/?locale=en-XB`);
    await page.getByRole('option').first().waitFor();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const tabs = await page.getByRole('tab').allInnerTexts();
    expect(tabs.every((tab) => tab.includes('⟦'))).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});
