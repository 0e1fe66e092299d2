import { Drafts } from '#renderer/state/inbox/composer-drafts.ts';
import { Prices } from '#renderer/state/inbox/composer-prices.ts';
import type { WritingTools } from '#renderer/state/inbox/composer.svelte.ts';
import { RequestIds } from '#renderer/state/request-ids.ts';
import type { FakeBridge } from './fake-bridge.ts';

/** What the composers of one inbox share, on a main in memory. */
export function buildWritingTools(bridge: FakeBridge, changes: Partial<WritingTools> = {}): WritingTools {
  return {
    drafts: new Drafts(bridge, () => undefined),
    ids: new RequestIds(() => 'northgate'),
    prices: new Prices(bridge),
    findShown: () => null,
    webUrl: () => 'https://my.example.com',
    ...changes,
  };
}
