/** What of a chat the main in memory does not have although it has messages on both sides of it. */
import type { MessagePage, MessageView } from '#shared/contract/index.ts';

type Gap = Omit<MessagePage['gaps'][number], 'itemKey'>;

/** The gaps among these messages, each above the message that follows it. */
export function findGaps(all: readonly MessageView[], missing: readonly MessageView[]): MessagePage['gaps'] {
  return all.flatMap(({ key, at }, index) => {
    const above = all[index - 1];
    const isGap = above !== undefined && missing.some((message) => message.at > above.at && message.at < at);
    return isGap ? [{ itemKey: key, fromAt: above.at, toAt: at }] : [];
  });
}

/** What is here and what is not, after that gap was read. */
export function fillGap(
  all: readonly MessageView[],
  missing: readonly MessageView[],
  { fromAt, toAt }: Gap,
): { readonly all: MessageView[]; readonly missing: MessageView[] } {
  const isIn = ({ at }: MessageView): boolean => at >= (fromAt ?? Number.NEGATIVE_INFINITY) && at <= toAt;
  return {
    all: [...all, ...missing.filter(isIn)].sort((one, other) => one.at - other.at),
    missing: missing.filter((message) => !isIn(message)),
  };
}
