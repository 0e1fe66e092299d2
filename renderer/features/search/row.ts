/** One line of what was found in words: what stands where, and what a screen reader says. */
import type { MessageHit, PersonHit } from '#shared/contract/index.ts';
import { search } from '#renderer/lib/words/search.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import type { PaletteAction } from '#renderer/lib/actions.ts';
import type { SearchOption } from './hits.ts';
import { toPieces, toSeenLine, toShownMarks, type Marks, type Piece } from './marks.ts';

export interface SearchRow {
  readonly key: string;
  readonly kind: SearchOption['kind'];
  /** Empty where the number has no name. */
  readonly name: string;
  readonly phone: string;
  readonly avatarId: string | null;
  readonly title: readonly Piece[];
  /** The words of a message stand in quotation marks. */
  readonly isQuote: boolean;
  /** Numbers are read from left to right in every language. */
  readonly isNumber: boolean;
  /** Before the detail: the name of a field; empty for none. */
  readonly detailLead: string;
  readonly detail: readonly Piece[];
  readonly isDetailNumber: boolean;
  /** Of an action: what it is, for its icon. */
  readonly icon: string;
  /** Of an action: its own keys. */
  readonly keyLabels: readonly string[];
  /** What Enter does. */
  readonly act: string;
  readonly label: string;
}

export interface SearchRowContext {
  readonly texts: Translator;
  readonly formats: Formats;
  readonly now: number;
  /** What was typed. */
  readonly query: string;
  /** Whether one chat is searched, whose name goes without saying. */
  readonly isInChat: boolean;
}

const NO_MARKS: Marks = [];
const MAX_NAME = 22;

export function toSearchRow(option: SearchOption, context: SearchRowContext): SearchRow {
  switch (option.kind) {
    case 'person':
      return toPerson(option.key, option.hit, context);
    case 'message':
      return toMessage(option.key, option.hit, context);
    case 'chat': {
      const { phone, name, contactId, avatarId, id } = option.chat;
      const hit = { phone, name, nameMarks: [], contactId, chatId: id, avatarId, isShared: false, also: null };
      return { ...toPerson(option.key, hit, context), kind: 'chat' };
    }
    case 'service-chat': {
      const { phone, name, contactId, avatarId, id } = option.chat;
      const hit = { phone, name, nameMarks: [], contactId, chatId: id, avatarId, isShared: false, also: null };
      const act = context.texts.text(option.hasText ? search.show : search.openChat);
      return { ...toPerson(option.key, hit, { ...context, act }), kind: 'chat' };
    }
    case 'action':
      return toAction(option.key, option.action, context);
    case 'older': {
      const { texts, query } = context;
      const title = texts.text(option.isInChat ? search.olderInChat : search.older);
      const detail = texts.text(search.forQuery, { query });
      return toPlain({ key: option.key, kind: 'older', title, detail }, context);
    }
    case 'more': {
      const text = context.texts.text(option.scope === 'people' ? search.morePeople : search.moreMessages);
      return { ...EMPTY, key: option.key, kind: 'more', title: toPieces(text, NO_MARKS), label: text };
    }
  }
}

interface PlainLine {
  readonly key: string;
  readonly kind: SearchRow['kind'];
  readonly title: string;
  readonly detail: string;
}

function toPlain({ key, kind, title, detail }: PlainLine, { texts }: SearchRowContext): SearchRow {
  const label = detail === '' ? title : texts.text(search.actionLabel, { title, detail });
  return { ...EMPTY, key, kind, title: toPieces(title, NO_MARKS), detail: toPieces(detail, NO_MARKS), label };
}

function toAction(key: string, action: PaletteAction, context: SearchRowContext): SearchRow {
  const { id, title, detail, keyLabels } = action;
  return { ...toPlain({ key, kind: 'action', title, detail }, context), icon: id, keyLabels };
}

const EMPTY: Omit<SearchRow, 'key' | 'kind' | 'title' | 'label'> = {
  name: '',
  phone: '',
  avatarId: null,
  isQuote: false,
  isNumber: false,
  detailLead: '',
  detail: [],
  isDetailNumber: false,
  act: '',
  icon: '',
  keyLabels: [],
};

interface PersonContext extends SearchRowContext {
  /** What Enter does, where it is not to open or to begin a chat. */
  readonly act?: string;
}

function toLead(also: PersonHit['also'], texts: Translator): string {
  return also?.kind === 'field' && also.label !== null ? texts.text(search.field, { label: also.label }) : '';
}

function toPerson(key: string, hit: PersonHit, { texts, formats, act: wanted }: PersonContext): SearchRow {
  const act = wanted ?? texts.text(hit.chatId === null ? search.write : search.openChat);
  const { name, phone, also, avatarId } = hit;
  const number = formats.phone(phone);
  const numberPieces = toPieces(number, toNumberMarks(also, number));
  const isNumber = name === '';
  const isDetailNumber = !isNumber && (also === null || also.kind === 'phone');
  const lead = toLead(also, texts);
  const other = also === null || also.kind === 'phone' ? [] : toPieces(also.text, also.marks);
  const detail = isDetailNumber ? numberPieces : other;
  const spoken = [lead, toText(detail)].filter((part) => part !== '').join(' ');
  const who = isNumber ? number : name;
  return {
    ...EMPTY,
    key,
    kind: 'person',
    name,
    phone,
    avatarId,
    title: isNumber ? numberPieces : toPieces(name, hit.nameMarks),
    isNumber,
    detailLead: lead,
    detail,
    isDetailNumber,
    act,
    label:
      spoken === ''
        ? texts.text(search.personLabelShort, { name: who, act })
        : texts.text(search.personLabel, { name: who, detail: spoken, act }),
  };
}

/** What was found of a number, as it is shown. */
function toNumberMarks(also: PersonHit['also'], number: string): Marks {
  return also?.kind === 'phone' ? toShownMarks(also.text, also.marks, number) : NO_MARKS;
}

function toMessage(key: string, hit: MessageHit, context: SearchRowContext): SearchRow {
  const { texts, formats, now, isInChat } = context;
  const name = hit.name === '' ? formats.phone(hit.phone) : hit.name;
  const time = formats.isSameDay(hit.at, now) ? formats.time(hit.at) : formats.date(hit.at, now);
  const toWho = (whom: string): string => {
    if (hit.direction === 'in') return texts.text(search.whoAndWhen, { name: whom, time });
    return isInChat ? texts.text(search.you, { time }) : texts.text(search.youAndWhen, { name: whom, time });
  };
  const who = toWho(name);
  const act = texts.text(search.show);
  const before = hit.isCutBefore ? '…' : '';
  const after = hit.isCutAfter ? '…' : '';
  const line = toSeenLine(hit.snippet.trimEnd(), hit.marks);
  const title = [
    { text: `“${line.isCut ? '…' : before}`, isMarked: false },
    ...toPieces(line.text, line.marks),
    { text: `${after}”`, isMarked: false },
  ];
  return {
    ...EMPTY,
    key,
    kind: 'message',
    name: hit.name,
    phone: hit.phone,
    title,
    isQuote: true,
    detail: toPieces(toWho(toShort(name)), NO_MARKS),
    act,
    label: texts.text(search.messageLabel, { text: `${before}${hit.snippet}${after}`, who, act }),
  };
}

/** A name so short that the time behind it is not cut off. */
function toShort(name: string): string {
  const letters = [...name];
  return letters.length <= MAX_NAME
    ? name
    : `${letters
        .slice(0, MAX_NAME - 1)
        .join('')
        .trimEnd()}…`;
}

function toText(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}
