import { Drafts } from '#renderer/features/composer/drafts.ts';
import type { WritingTools } from '#renderer/features/composer/composer.svelte.ts';
import { Prices } from '#renderer/features/composer/prices.ts';
import { BlockedNumbers } from '#renderer/features/composer/blocked-numbers.ts';
import { UnsentTexts, type UnsentTextStorage } from '#renderer/data/unsent-texts.svelte.ts';
import { RequestIds } from '#renderer/data/request-ids.ts';
import type { FakeBridge } from './fake-bridge.ts';

/** A page without storage, unless it is given one. */
export function buildUnsentTexts(bridge: FakeBridge, storage: UnsentTextStorage | null = null): UnsentTexts {
  return new UnsentTexts(bridge, { storage, findDataId: () => 'folder', account: 'northgate', now: () => Date.now() });
}

/** What the composers of one inbox share, on a main in memory. */
export function buildWritingTools(bridge: FakeBridge, changes: Partial<WritingTools> = {}): WritingTools {
  return {
    drafts: new Drafts(bridge, () => undefined),
    ids: new RequestIds(() => 'northgate'),
    unsent: buildUnsentTexts(bridge),
    findName: () => '',
    prices: new Prices(bridge),
    blockedNumbers: new BlockedNumbers(bridge, { ids: new RequestIds(() => 'northgate'), isOnline: () => true }),
    findShown: () => null,
    webUrl: () => 'https://my.example.com',
    ...changes,
  };
}
