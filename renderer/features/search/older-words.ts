/** What the palette says while the service is searched. Pure. */
import type { ContractError } from '#shared/contract/index.ts';
import { search as words } from '#renderer/lib/words/search.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';

const WHY: Readonly<Partial<Record<ContractError['code'], Message>>> = {
  offline: words.serviceOffline,
  unauthorized: words.serviceUnauthorized,
  'rate-limited': words.serviceSlow,
  maintenance: words.serviceClosed,
  timeout: words.serviceTimeout,
  'not-found': words.serviceGone,
  disconnected: words.failedLost,
};

export interface Sentence {
  readonly title: string;
  readonly text: string;
}

/** Why the service could not be searched, in its own words where it gave some. */
export function toOlderFailure({ code, detail }: ContractError, texts: Translator): Sentence {
  const text = WHY[code] === undefined ? (detail ?? texts.text(words.serviceBroken)) : texts.text(WHY[code]);
  return { title: texts.text(words.serviceFailedTitle), text };
}

/** That the service has nothing. `chat`: the one that was searched alone; null for all. */
export function toOlderNothing(query: string, chat: string | null, texts: Translator): Sentence {
  const title = texts.text(words.nothingTitle, { query });
  const text =
    chat === null
      ? texts.text(words.serviceNothing, { query })
      : texts.text(words.serviceNothingChat, { query, name: chat });
  return { title, text };
}

export function toOlderAsking(query: string, chat: string | null, texts: Translator): string {
  return chat === null
    ? texts.text(words.serviceAsking, { query })
    : texts.text(words.serviceAskingChat, { query, name: chat });
}
