/** A text whose answer got lost, in words: what the last search found, when the next one is, and the whole evidence. */
import type { MessageView, SendCheckView } from '#shared/contract/index.ts';
import { lost } from '#renderer/lib/words/delivery.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import type { FormatContext } from '#renderer/lib/format.ts';

/** What the user sees before deciding about it. */
export interface Evidence {
  readonly lines: readonly { readonly label: string; readonly value: string }[];
  /** Texts of the service that may be it, newest first. */
  readonly alike: readonly { readonly id: number; readonly time: string; readonly text: string }[];
}

/** A time in minutes says nothing about a search that comes sooner. */
const SOON_MS = 60_000;
const AT_FINDINGS: Readonly<Partial<Record<SendCheckView['finding'], Message<'when'>>>> = {
  'not-there': lost.notThere,
  partly: lost.partly,
};

/** Whether it is unknown if the text went out. */
export function isLost({ send }: MessageView): boolean {
  return send?.state === 'checking' || send?.state === 'unknown';
}

interface LostText {
  readonly text: string;
  readonly check: SendCheckView | null;
}

/** `The service didn’t have it at 10:02. We’ll check again at 10:05.` Null where nothing is looked for. */
export function findLookNote({ text, check }: LostText, context: FormatContext): string | null {
  if (check === null || check.finding === 'found') return null;
  return `${toFinding(check, text, context)} ${toNextLook(check, context)}`;
}

function toFinding({ finding, lastLookAt, alike }: SendCheckView, text: string, context: FormatContext): string {
  const { texts } = context;
  if (finding === 'unreachable') return texts.text(lost.unreachable);
  if (finding === 'alike') {
    const same = alike.find((each) => toWords(each.text) === toWords(text));
    const shown = same ?? alike[0];
    const said = same === undefined ? lost.alike : lost.sameWords;
    if (shown !== undefined) return texts.text(said, { when: context.formats.when(shown.at, context.now) });
  }
  const found = AT_FINDINGS[finding];
  if (found === undefined || lastLookAt === null) return texts.text(lost.notLooked);
  return texts.text(found, { when: context.formats.when(lastLookAt, context.now) });
}

function toNextLook({ finding, nextLookAt }: SendCheckView, context: FormatContext): string {
  const { texts, now } = context;
  const isFirst = finding === 'not-looked';
  if (nextLookAt === null) return texts.text(lost.noMore);
  if (nextLookAt - now < SOON_MS) return texts.text(isFirst ? lost.firstSoon : lost.nextSoon);
  return texts.text(isFirst ? lost.first : lost.next, { when: context.formats.when(nextLookAt, context.now) });
}

/** All that is known, for the dialog that sends it again. */
export function toEvidence(check: SendCheckView, context: FormatContext): Evidence {
  const { texts } = context;
  const lines = [
    { label: texts.text(lost.lostAt), value: context.formats.moment(check.lostAt, context.now) },
    { label: texts.text(lost.looked), value: toSearchCount(check, context) },
    { label: texts.text(lost.readBack), value: toReadBack(check, context) },
    { label: texts.text(lost.sends), value: texts.text(check.readSends ? lost.sendsRead : lost.sendsNotRead) },
    ...toFound(check, texts),
  ];
  const alike = check.alike.map(({ messageId, at, text }) => ({
    id: messageId,
    time: context.formats.moment(at, context.now),
    text,
  }));
  return { lines, alike };
}

/** `3 times, last at 10:02` */
export function toSearchCount({ looks, lastLookAt }: SendCheckView, context: FormatContext): string {
  const { texts } = context;
  if (looks === 0 || lastLookAt === null) return texts.text(lost.lookedNever);
  return texts.text(lost.lookedTimes, { count: looks, when: context.formats.when(lastLookAt, context.now) });
}

function toReadBack({ readBackTo }: SendCheckView, context: FormatContext): string {
  const { texts } = context;
  if (readBackTo === null) return texts.text(lost.readBackNever);
  return texts.text(lost.readBackTo, { time: context.formats.moment(readBackTo, context.now) });
}

function toFound({ finding, alike }: SendCheckView, texts: Translator): Evidence['lines'] {
  const label = texts.text(lost.found);
  switch (finding) {
    case 'not-looked':
    case 'found':
      return [];
    case 'not-there':
      return [{ label, value: texts.text(lost.foundNothing) }];
    case 'alike':
      return [{ label, value: texts.text(lost.foundAlike, { count: alike.length }) }];
    case 'partly':
      return [{ label, value: texts.text(lost.foundPartly) }];
    case 'unreachable':
      return [{ label, value: texts.text(lost.foundUnreachable) }];
  }
}

const toWords = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
