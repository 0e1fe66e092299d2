import { expect, type Locator, type Page } from '@playwright/test';
import type { LiveView } from '#shared/contract/index.ts';
import { MINUTE_MS } from './inbox-page.ts';
import type { LoopbackMain } from './loopback-main.ts';

/** The end of every address of ours. */
export const SECRET = '6mzq27b3vkpq';
export const manual = { kind: 'manual', publicUrl: 'https://quiet-heron.example' } as const;

type Place = LiveView['places'][number];

export const section = (page: Page): Locator => page.getByRole('region', { name: /^Live updates/ });
export const button = (page: Page, name: string | RegExp): Locator => section(page).getByRole('button', { name });
export const choose = (page: Page, name: string): Promise<void> => section(page).getByRole('radio', { name }).check();

export function buildPlace(direction: Place['direction'], changes: Partial<Place> = {}): Place {
  const ownUrl = `https://quiet-heron.example/switchboard/${direction}/${SECRET}`;
  return {
    direction,
    ownUrl,
    state: 'ours',
    host: 'quiet-heron.example',
    formerUrl: null,
    lastEventAt: null,
    ...changes,
  };
}

/** Turned on, with our addresses set; from now on main says so. */
export function setLive(main: LoopbackMain, changes: Partial<LiveView> = {}): LiveView {
  const live: LiveView = {
    ...main.inbox.settings.live,
    state: 'live',
    isOn: true,
    localUrl: 'http://127.0.0.1:48213',
    publicUrl: 'https://quiet-heron.example',
    choice: manual,
    settings: 'there',
    places: [buildPlace('in'), buildPlace('out')],
    lastTest: { at: Date.now() - MINUTE_MS, arrived: true, tookMs: 84 },
    pollSeconds: 60,
    ...changes,
  };
  main.inbox.settings.live = live;
  return live;
}

/** Opens the page of the settings with live updates. */
export async function openLive(page: Page, main: LoopbackMain, search = ''): Promise<void> {
  await page.goto(`${main.origin}/${search}#/settings/live`);
  await expect(page.locator('#settings-live ol')).toBeVisible();
}
