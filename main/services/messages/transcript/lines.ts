/** A conversation from its beginning to its end, as it is kept here: a page at a time, in the words of a transcript. */
import type { Store } from '#main/store/api.ts';
import type { FileView, MessageCursor, MessagePage, MessageView } from '#shared/contract/index.ts';
import type { ChatId } from '#shared/domain/ids.ts';

/** What a reader of a transcript is told of a message. */
export interface TranscriptLine {
  readonly at: number;
  readonly direction: MessageView['direction'];
  /** Who wrote it, or called. */
  readonly who: string;
  readonly kind: MessageView['kind'];
  readonly text: string;
  /** How far one of ours got, in a word; null for theirs. */
  readonly state: string | null;
  readonly files: readonly { readonly name: string; readonly href: string | null }[];
  /** Above it messages may be missing here, between these instants. */
  readonly gap: { readonly fromAt: number | null; readonly toAt: number } | null;
}

/** Names of both sides. */
export interface Sides {
  readonly us: string;
  readonly them: string;
}

/** Pages of these many lines: the readers of the store are also those of the person who works meanwhile. */
const PAGE_LINES = 200;
/** Nothing was said before. */
const BEGINNING: MessageCursor = { at: -1, key: 'in:0' };

type Reader = Pick<Store, 'listNewerMessages' | 'findMedia'>;

/** Oldest first. Ends where the chat is gone. */
export async function* readLines(
  store: Reader,
  chatId: ChatId,
  sides: Sides,
): AsyncGenerator<readonly TranscriptLine[]> {
  let after: MessageCursor | null = BEGINNING;
  while (after !== null) {
    const page: MessagePage | null = await store.listNewerMessages({ chatId, after, limit: PAGE_LINES });
    if (page === null) return;
    const gaps = new Map(page.gaps.map((gap) => [gap.itemKey, gap]));
    yield await Promise.all(
      page.items.map(async (message) => ({
        at: message.at,
        direction: message.direction,
        who: message.direction === 'out' ? sides.us : sides.them,
        kind: message.kind,
        text: message.text,
        state: message.send?.state === 'accepted' || message.send === null ? message.mark : message.send.state,
        files: await listFiles(store, message.files),
        gap: toGap(gaps.get(message.key)),
      })),
    );
    after = page.newer;
  }
}

async function listFiles(store: Reader, files: readonly FileView[]): Promise<TranscriptLine['files']> {
  return await Promise.all(
    files.map(async ({ name, mediaId }) => {
      const media = mediaId === null ? null : await store.findMedia({ mediaId });
      return { name, href: media?.href ?? null };
    }),
  );
}

function toGap(gap: MessagePage['gaps'][number] | undefined): TranscriptLine['gap'] {
  return gap === undefined ? null : { fromAt: gap.fromAt, toAt: gap.toAt };
}
