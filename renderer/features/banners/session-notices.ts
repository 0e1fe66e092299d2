import type { SessionNotice, SessionView } from '#shared/contract/index.ts';
import { shell } from '#renderer/lib/words/shell.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toSignInProblem } from '#renderer/lib/problems.ts';

/** What a person should know about their files, in one banner. */
export interface NoticeView {
  readonly tone: 'caution' | 'danger';
  readonly title: string;
  readonly text: string | null;
}

type OfKind<Kind extends SessionNotice['kind']> = Extract<SessionNotice, { kind: Kind }>;

function findLast<Kind extends SessionNotice['kind']>(
  notices: readonly SessionNotice[],
  kind: Kind,
): OfKind<Kind> | undefined {
  return notices.findLast((notice): notice is OfKind<Kind> => notice.kind === kind);
}

/** What to say of damaged files; null where none were. Both kinds share one banner, since one OK clears them. */
export function findNotice(notices: readonly SessionNotice[], texts: Translator): NoticeView | null {
  const salvaged = findLast(notices, 'owned-salvaged');
  const lost = salvaged === undefined ? null : texts.text(shell.ownedSalvaged, { count: salvaged.rows });
  if (findLast(notices, 'cache-rebuilt') === undefined)
    return lost === null ? null : { tone: 'danger', title: lost, text: null };
  // That nothing is lost may be said only where nothing is.
  const title = texts.text(shell.cacheRebuilt);
  return lost === null
    ? { tone: 'caution', title, text: texts.text(shell.cacheRebuiltText) }
    : { tone: 'danger', title, text: lost };
}

/** Why the account was not opened by itself; null where it was, or nobody tried. */
export function findNotOpened(view: SessionView | null, texts: Translator): string | null {
  const notice = findLast(view?.notices ?? [], 'not-opened');
  if (notice === undefined || view === null) return null;
  const host = (view.baseUrl ?? '').replace(/^https?:\/\//, '');
  return toSignInProblem({ ...notice.problem, retryAfterMs: null }, host, texts).text;
}

const FORMER = { in: shell.addressesLeftIn, out: shell.addressesLeftOut } as const;
const NOBODY = { in: shell.addressesLeftInNobody, out: shell.addressesLeftOutNobody } as const;

/** Services that may still send their events here, though their person signed out or removed the account. */
export function listLeftNotices(notices: readonly SessionNotice[], texts: Translator): readonly NoticeView[] {
  return notices.flatMap((notice) => (notice.kind === 'addresses-left' ? [toLeftNotice(notice, texts)] : []));
}

function toLeftNotice({ baseUrl, username, left, isKept }: OfKind<'addresses-left'>, texts: Translator): NoticeView {
  const toHost = (url: string): string => URL.parse(url)?.host ?? url;
  const places = left.map(({ direction, former }) =>
    former === null
      ? texts.text(NOBODY[direction])
      : texts.text(FORMER[direction], { former: isKept ? toHost(former) : former }),
  );
  return {
    tone: isKept ? 'caution' : 'danger',
    title: texts.text(shell.addressesLeft, { host: toHost(baseUrl), username }),
    text: [texts.text(isKept ? shell.addressesLeftKept : shell.addressesLeftLost), ...places].join(' '),
  };
}
