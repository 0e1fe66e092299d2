import { mkdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Text (to|message)/ });
export const row = (page: Page, name: string): Locator => page.getByRole('option', { name: new RegExp(`^${name}`) });
export const chips = (page: Page): Locator => page.getByRole('list', { name: 'Attached files' });
export const chip = (page: Page, name: string): Locator => chips(page).getByRole('listitem').filter({ hasText: name });

/** Opens the chat of a person, with the focus in its composer. */
export async function openChat(page: Page, origin: string, name = 'Deborah', search = ''): Promise<void> {
  await page.goto(`${origin}/${search}`);
  await row(page, name).click();
  await expect(composer(page)).toBeFocused();
}

export interface ChosenFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** What it begins with; zeros follow. */
  readonly start?: Buffer;
}

/** A file as the system's chooser hands it over. */
export const file = (name: string, sizeBytes = 214_000): ChosenFile => ({ name, sizeBytes });

/** Chooses them in the box for files. */
export async function choose(page: Page, ...files: readonly ChosenFile[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(await toPaths(...files));
}

/** The browser reads them from the disk, as it does for a person: through the driver, 12 MB take many seconds. */
export async function toPaths(...files: readonly ChosenFile[]): Promise<string[]> {
  const folder = test.info().outputPath('files');
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (const { name, sizeBytes, start = '' } of files) {
    const file = path.join(folder, name);
    await writeFile(file, start);
    await truncate(file, sizeBytes);
    paths.push(file);
  }
  return paths;
}

/** Drags files over a part of the window, and drops them there where `isDropped`. */
export async function drag(target: Locator, names: readonly string[], isDropped: boolean): Promise<void> {
  await target.evaluate(
    (element, { names: all, isDropped: drops }) => {
      const dataTransfer = new DataTransfer();
      for (const name of all) dataTransfer.items.add(new File(['bytes'], name, { type: 'application/pdf' }));
      for (const type of drops ? ['dragenter', 'dragover', 'drop'] : ['dragenter', 'dragover'])
        element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    },
    { names: [...names], isDropped },
  );
}

/** Pastes into the field that has the focus: files, and words where there are any. */
export async function paste(page: Page, names: readonly string[], words = ''): Promise<void> {
  await page.evaluate(
    ({ names: all, words: text }) => {
      const clipboardData = new DataTransfer();
      for (const name of all) clipboardData.items.add(new File(['bytes'], name, { type: 'image/png' }));
      if (text !== '') clipboardData.setData('text/plain', text);
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
      document.activeElement?.dispatchEvent(event);
    },
    { names: [...names], words },
  );
}
