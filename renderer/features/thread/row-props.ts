import { checkedMessages } from './messages.ts';
import { toGapSentence } from '#renderer/lib/gap-text.ts';
import { toMessageLabel, type LabelContext } from './message-label.ts';
import { toMessageLook } from './message-look.ts';
import type { ThreadRow } from './thread-rows.ts';
import type { LinkState } from '#renderer/lib/link-state.ts';

export type RowProps = Record<string, string | number>;

interface RowState {
  readonly index: number;
  /** How many rows the whole conversation has; -1 where nobody knows. */
  readonly count: number;
  /** Tab goes to it. */
  readonly isCurrent: boolean;
  /** Somebody was led to it a moment ago. */
  readonly isFound: boolean;
  readonly isChecked: boolean;
}

/** What a row of the thread is to a screen reader, to the keys and to the eye. */
export function toRowProps(
  row: ThreadRow,
  say: LabelContext & { readonly link: LinkState },
  state: RowState,
): RowProps {
  const { message, gap, key } = row;
  const said = toMessageLabel(message, toMessageLook(message, say.link), say);
  const label = gap === null ? said : `${toGapSentence(gap, say)}. ${said}`;
  const classes = ['thread-item', state.isFound && 'found', state.isChecked && 'checked'];
  return {
    role: 'listitem',
    class: classes.filter((name) => name !== false).join(' '),
    tabindex: state.isCurrent ? 0 : -1,
    'data-key': key,
    'data-place': 'message',
    'aria-label': state.isChecked ? say.texts.text(checkedMessages.checked, { label }) : label,
    'aria-setsize': state.count,
    'aria-posinset': state.index + 1,
  };
}
