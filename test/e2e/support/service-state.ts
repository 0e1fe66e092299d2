/** What the service itself has, for a comparison with the screen. */
import { steerService, type ServiceAccount } from './programs.ts';

export interface SentText {
  readonly id: number;
  readonly text: string;
  readonly status: string;
  readonly parts: number;
  readonly price: number;
  readonly referenceId: string | null;
}

/** What the service has of one number. */
export interface NumberInService {
  readonly chat: {
    readonly id: number;
    readonly status: string;
    readonly pinned: boolean;
    readonly muted: boolean;
    readonly unread: number;
  };
  readonly sent: readonly SentText[];
}

export async function readNumber(account: ServiceAccount, phone: string): Promise<NumberInService> {
  return (await steerService(account, `GET state?phone=${phone}`)) as unknown as NumberInService;
}

/** The texts that went to a number and are among `texts`, in the order in which the service took them. */
export async function listSent(account: ServiceAccount, phone: string, texts: readonly string[]): Promise<string[]> {
  const { sent } = await readNumber(account, phone);
  return sent.map(({ text }) => text).filter((text) => texts.includes(text));
}

/** Asks the service's own interface with the key of the account, as another program of the same customer would. */
export async function askService(account: ServiceAccount, path: string, init: RequestInit = {}): Promise<Response> {
  // The app asks with the same key: between the two nothing is to be refused for coming too often.
  await steerService(account, 'POST settings', { perSecond: 1_000 });
  const headers = {
    'X-TM-Username': account.username,
    'X-TM-Key': account.apiKey,
    'content-type': 'application/json',
  };
  return await fetch(new URL(`/api/v2/${path}`, account.baseUrl), { ...init, headers });
}

interface ConversationPage {
  readonly pageCount: number;
  readonly resources: readonly { readonly id: number; readonly direction: 'in' | 'out'; readonly text: string }[];
}

/** The messages of a chat from its first to its last, notes and calls left out; `key` is the app's name for each. */
export async function listConversation(
  account: ServiceAccount,
  chatId: number,
): Promise<{ readonly key: string; readonly text: string }[]> {
  const found: { key: string; text: string }[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await askService(
      account,
      `chats/${String(chatId)}/message?direction=asc&limit=100&page=${String(page)}`,
    );
    const { pageCount, resources } = (await answer.json()) as ConversationPage;
    pages = pageCount;
    found.push(...resources.map(({ direction, id, text }) => ({ key: `${direction}:${String(id)}`, text })));
  }
  return found;
}
