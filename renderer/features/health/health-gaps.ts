import { toPhoneDisplay } from '#shared/domain/phone-display.ts';
import type { HealthView } from '#shared/contract/index.ts';
import type { Gap } from '#shared/domain/sync.ts';
import { health } from './messages.ts';
import { toSpan } from '#renderer/lib/gap-words.ts';
import type { FormatContext } from '#renderer/lib/format.ts';

/** A stretch of one chat in which messages may be missing. */
export interface GapRow {
  readonly id: string;
  readonly chatId: number;
  readonly gap: Gap;
  readonly span: string;
}

export interface GapChat {
  readonly chatId: number;
  readonly name: string;
  readonly gaps: readonly GapRow[];
  /** How many more it has than are shown. */
  readonly more: number;
}

/** A chat that was torn to pieces is filled from its newest gap on; the others follow as these go. */
const SHOWN_GAPS = 3;

/** Names a gap as long as it is the same. */
export function toGapId(chatId: number, { fromAt, toAt }: Gap): string {
  return `${String(chatId)} ${String(fromAt)} ${String(toAt)}`;
}

export function toGapChats(
  { withGaps }: Pick<HealthView['chats'], 'withGaps'>,
  say: FormatContext,
): readonly GapChat[] {
  return withGaps.map(({ chatId, phone, name, gaps }) => ({
    chatId,
    name: name === '' ? toPhoneDisplay(phone) : name,
    gaps: gaps
      .slice(0, SHOWN_GAPS)
      .map((gap) => ({ id: toGapId(chatId, gap), chatId, gap, span: toGapText(gap, say) })),
    more: Math.max(0, gaps.length - SHOWN_GAPS),
  }));
}

function toGapText(gap: Gap, say: FormatContext): string {
  const { from, to } = toSpan(gap, say);
  return from === null ? say.texts.text(health.until, { to }) : say.texts.text(health.between, { from, to });
}
