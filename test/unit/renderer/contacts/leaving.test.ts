import { describe, expect, it } from 'vitest';
import { planSetting, toLeavingVerb, toLeavingWords, type Leaving } from '#renderer/features/contacts/leaving.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { buildContactList } from '#test/support/fake-contacts.ts';

const texts = new Translator('en-GB');
const list = { ...buildContactList({ name: 'Dogs' }), membersCount: 5 };
const toLost = (onlyHereCount: number) => ({ membersCount: 5, onlyHereCount, onlyHere: [] });
const set = (ids: readonly number[], onlyHereCount: number): Leaving => ({
  ...{ reason: 'set', list, ids, newIds: [1, 2], comingCount: 1, isAskedAgain: false, lost: toLost(onlyHereCount) },
});

describe('the question before people leave a list', () => {
  it('says who comes, who goes, and who of them would be deleted', () => {
    expect(toLeavingWords(set([3, 4], 1), texts).intro).toMatch(
      /^1 person will be added\. 2 people will be removed\. 1 contact is only in this list\. The service deletes contacts/,
    );
    expect(toLeavingVerb(set([3, 4], 1), false, texts)).toBe('Replace and delete 1 contact');
    expect(toLeavingVerb(set([3, 4], 1), true, texts)).toBe('Move 1 contact, then replace');
    expect(toLeavingWords(set([3, 4], 0), texts).intro).toContain('They’re all in other lists too');
    expect(toLeavingVerb(set([3, 4], 0), false, texts)).toBe('Replace members');
  });

  it('says that the numbers are new where it is asked once more', () => {
    const again: Leaving = { reason: 'remove', list, ids: [3], lost: toLost(0), isAskedAgain: true };
    expect(toLeavingWords(again, texts).intro).toBe(
      'The list has changed since you were asked. These are the new totals. They’re in another list too, so they stay in your contacts.',
    );
    expect(toLeavingVerb(again, false, texts)).toBe('Remove 1 contact');
  });

  it('says that a deleted list can’t be brought back, with members or without', () => {
    for (const lost of [toLost(0), toLost(2), { ...toLost(0), membersCount: 0 }]) {
      const going: Leaving = { reason: 'delete-list', list, lost, isAskedAgain: false };
      expect(toLeavingWords(going, texts).intro).toMatch(/A deleted list can’t be brought back\.$/);
    }
  });

  it('knows who leaves a list that is to have just some people', () => {
    expect(planSetting([1, 2, 3], [2, 4, 5, 5])).toEqual({ ids: [1, 3], comingCount: 2 });
    expect(planSetting([], [4])).toEqual({ ids: [], comingCount: 1 });
  });
});
