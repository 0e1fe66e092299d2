import type { Locator, Page } from '@playwright/test';
import { buildTemplate } from '#test/support/fake-templates.ts';
import { fillContacts } from './contacts-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

const LONG = 'Aftercare for dogs and cats after dentistry under general anaesthesia, second week and later';

export const picker = (page: Page, name: 'Templates' | 'Merge fields'): Locator =>
  page.getByRole('listbox', { name, exact: true });
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

/** Which option the field under the keys points to. */
export const activeIn = async (page: Page, field: Locator): Promise<string> => {
  const id = await field.getAttribute('aria-activedescendant');
  return id === null ? '' : await page.locator(`[id="${id}"] b`).innerText();
};

/** Contacts, and templates of the service and of this computer. */
export function fillTemplates(main: LoopbackMain): void {
  fillContacts(main);
  main.inbox.templates.items = [
    buildTemplate({ key: 'service:1' }),
    buildTemplate({ key: 'service:2', name: 'Vaccination due', shortcut: '', content: 'A booster is due.' }),
    buildTemplate({ key: 'service:3', name: LONG, shortcut: 'aftercare-second-week-and-later' }),
    buildTemplate({
      key: 'own:a',
      keeper: 'computer',
      name: 'Running late',
      shortcut: 'late',
      content: 'We are late.',
    }),
    buildTemplate({ key: 'own:b', keeper: 'computer', name: 'تذكير', shortcut: 'ar', content: 'موعد {Pet} غداً {Vet}' }),
  ];
}
