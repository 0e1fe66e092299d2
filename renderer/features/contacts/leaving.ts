/** People who leave a list, or a list that goes: what the user is asked before, since some may be deleted with it. Pure. */
import type { Translator } from '#renderer/lib/messages.ts';
import type { RequestOutput } from '#shared/contract/index.ts';
import type { ListCount } from './contact-scope.ts';
import { dialogs as words } from './messages.ts';

/** Who would be deleted by leaving a list. */
export type Removal = RequestOutput<'lists.explainRemoval'>;

interface Question {
  readonly list: ListCount;
  /** Who is on no other list, as the user is told. */
  readonly lost: Removal;
  /** More would be deleted than the user agreed to before, so that the user is asked once more. */
  readonly isAskedAgain: boolean;
}

export type Leaving =
  | (Question & { readonly reason: 'delete-list' })
  /** `ids`: who leaves. */
  | (Question & { readonly reason: 'remove'; readonly ids: readonly number[] })
  /** `newIds`: all that the list has then. */
  | (Question & {
      readonly reason: 'set';
      readonly ids: readonly number[];
      readonly newIds: readonly number[];
      readonly comingCount: number;
    });

export interface LeavingWords {
  readonly title: string;
  readonly intro: string;
  /** On the button that leaves all as it is. */
  readonly keep: string;
}

/** Who leaves; null: all members. */
export function listLeaving(leaving: Leaving): readonly number[] | null {
  return leaving.reason === 'delete-list' ? null : leaving.ids;
}

/** Who leaves a list that is to have just `newIds`, and how many come. */
export function planSetting(
  members: readonly number[],
  newIds: readonly number[],
): { readonly ids: readonly number[]; readonly comingCount: number } {
  const meant = new Set(newIds);
  const ids = members.filter((id) => !meant.has(id));
  return { ids, comingCount: meant.size - (members.length - ids.length) };
}

/** The question with its numbers. */
export function toLeavingWords(leaving: Leaving, texts: Translator): LeavingWords {
  const { title, sentences, keep } = toParts(leaving, texts);
  const all = leaving.isAskedAgain ? [texts.text(words.askedAgain), ...sentences] : sentences;
  return { title, keep, intro: all.join(' ') };
}

/** On the button that does it. `isMoving`: those who would be deleted are put on another list before. */
export function toLeavingVerb({ reason, lost, ...leaving }: Leaving, isMoving: boolean, texts: Translator): string {
  const count = lost.onlyHereCount;
  const verbs = {
    'delete-list': [words.deleteList, words.deleteListMove, words.deleteListPeople],
    remove: [words.removePlain, words.removeMove, words.removeDelete],
    set: [words.setPlain, words.setMove, words.setDelete],
  } as const;
  const [plain, move, remove] = verbs[reason];
  if (count === 0) return texts.text(plain, { count: 'ids' in leaving ? leaving.ids.length : 0 });
  return texts.text(isMoving ? move : remove, { count });
}

interface Parts {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly keep: string;
}

function toParts(leaving: Leaving, texts: Translator): Parts {
  const { name } = leaving.list;
  switch (leaving.reason) {
    case 'delete-list':
      return {
        title: texts.text(words.deleteListTitle, { name }),
        sentences: [...toDeletion(leaving.lost, texts), texts.text(words.deleteListForGood)],
        keep: texts.text(words.keepList),
      };
    case 'remove':
      return {
        title: texts.text(words.removeTitle, { count: leaving.ids.length, list: name }),
        sentences: [toLoss(leaving, texts)],
        keep: texts.text(words.keepInList),
      };
    case 'set': {
      const { comingCount, ids } = leaving;
      const coming = comingCount === 0 ? [] : [texts.text(words.setComing, { count: comingCount })];
      const going = texts.text(words.setGoing, { count: ids.length });
      const lost = toLoss(leaving, texts);
      return {
        title: texts.text(words.setTitle, { count: leaving.newIds.length, list: name }),
        sentences: ids.length === 0 ? coming : [...coming, going, lost],
        keep: texts.text(words.keepMembers),
      };
    }
  }
}

/** Who would be deleted of those that leave. */
function toLoss({ ids, lost }: Exclude<Leaving, { reason: 'delete-list' }>, texts: Translator): string {
  const count = lost.onlyHereCount;
  return count === 0 ? texts.text(words.loseNone, { count: ids.length }) : texts.text(words.removeText, { count });
}

function toDeletion({ membersCount, onlyHereCount: count }: Removal, texts: Translator): readonly string[] {
  if (membersCount === 0) return [texts.text(words.deleteListEmpty)];
  const all = texts.text(words.deleteListCounts, { count: membersCount });
  if (count === 0) return [all, texts.text(words.deleteListNone)];
  const staying = membersCount === count ? [] : [texts.text(words.deleteListStay, { count: membersCount - count })];
  return [all, ...staying, texts.text(words.deleteListLost, { count }), texts.text(words.chatsStay)];
}
