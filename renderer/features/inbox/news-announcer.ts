import type { EventPayload, SwitchboardBridge } from '#shared/contract/index.ts';
import { news } from './messages.ts';
import type { Formats } from '#renderer/lib/format.ts';
import { toChatTitle } from '#renderer/lib/chat-title.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { AppAnnouncer } from '#renderer/app/app-announcer.svelte.ts';

/** More often it would be noise. */
const PAUSE_MS = 10_000;

type Arrived = EventPayload<'messages.arrived'>['items'][number];

interface Options {
  readonly texts: Translator;
  readonly formats: () => Formats;
  readonly announcer: Pick<AppAnnouncer, 'sayAtMost'>;
  /** Whether the chat of that number is open and looked at: its own thread speaks then. */
  readonly isLookedAt: (item: Arrived) => boolean;
}

/** Says to screen readers who wrote, of what main finds worth a word. */
export class NewsAnnouncer {
  readonly #options: Options;
  readonly #stop: () => void;

  constructor(bridge: SwitchboardBridge, options: Options) {
    this.#options = options;
    this.#stop = bridge.on('messages.arrived', ({ items }) => this.#say(items));
  }

  dispose(): void {
    this.#stop();
  }

  #say(items: readonly Arrived[]): void {
    const { texts, formats, announcer, isLookedAt } = this.#options;
    const newest = items.findLast((item) => !isLookedAt(item));
    if (newest === undefined) return;
    announcer.sayAtMost('elsewhere', PAUSE_MS, texts.text(news.textFrom, { name: toChatTitle(newest, formats()) }));
  }
}
