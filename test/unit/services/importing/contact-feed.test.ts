import { describe, expect, it } from 'vitest';
import { ContactFeed } from '#main/services/importing/contact-feed.ts';
import type { ImportContact } from '#shared/domain/imports.ts';
import { toContactId } from '#shared/domain/ids.ts';
import { fail } from '../fakes.ts';
import { CONTACT, FakeStore } from './fake-account.ts';

/** What a file was given. */
class Fed {
  readonly portions: number[] = [];
  ids: number[] = [];
  numbersCount = 0;
  /** Rejects the next portion. */
  failure: Error | null = null;
  onPortion = (): void => undefined;

  addContacts = (portion: readonly ImportContact[], isFirst: boolean): Promise<void> => {
    this.onPortion();
    if (this.failure !== null) return Promise.reject(this.failure);
    this.ids = [...(isFirst ? [] : this.ids), ...portion.map(({ id }) => id)];
    this.portions.push(portion.length);
    return Promise.resolve();
  };

  setNumbers = (): Promise<void> => {
    this.numbersCount += 1;
    return Promise.resolve();
  };
}

const make = (count: number) => {
  const fed = new Fed();
  const fake = new FakeStore();
  fake.contacts = Array.from({ length: count }, (_, index) => ({ ...CONTACT, id: index + 1 }));
  const feed = new ContactFeed(fed);
  return { fed, fake, feed, fill: () => feed.fill(fake.store) };
};

describe('the contacts that a file is checked against', () => {
  it.each([
    [0, [0]],
    [999, [999]],
    [1_000, [1_000, 0]],
    [2_001, [1_000, 1_000, 1]],
  ])('come in portions: %d', async (count, portions) => {
    const { fed, fill } = make(count);
    await fill();
    expect(fed.portions).toEqual(portions);
    expect(fed.ids).toHaveLength(count);
    expect(fed.numbersCount).toBe(1);
  });

  it('come once, however many checks ask at the same time', async () => {
    const { fed, fill } = make(1_500);
    await Promise.all([fill(), fill(), fill()]);
    await fill();
    expect(fed.portions).toEqual([1_000, 500]);
  });

  it.each([{ contactIds: [toContactId(1)] }, { people: true }, { everything: true }])(
    'come again after a change: %o',
    async (change) => {
      const { fed, fake, fill } = make(1);
      await fill();
      fake.commit({ outbox: true, account: true });
      await fill();
      expect(fed.portions).toEqual([1]);
      fake.contacts = [];
      fake.commit(change);
      await fill();
      expect(fed.portions).toEqual([1, 0]);
      expect(fed.ids).toEqual([]);
    },
  );

  it('come again where they changed while they were read', async () => {
    const { fed, fake, fill } = make(1);
    fed.onPortion = () => {
      fed.onPortion = () => undefined;
      fake.commit({ people: true });
    };
    await fill();
    await fill();
    expect(fed.portions).toEqual([1, 1]);
  });

  it('come again after they could not be read', async () => {
    const { fed, fill } = make(1);
    fed.failure = fail('cancelled');
    const first = fill();
    const second = fill();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    fed.failure = null;
    await fill();
    expect(fed.ids).toEqual([1]);
  });

  it('are listened for no more once the file is closed, nor in a store that is not open any more', async () => {
    const { fake, feed, fill } = make(1);
    await fill();
    expect(fake.listenersCount).toBe(1);
    const next = new FakeStore();
    await feed.fill(next.store);
    expect([fake.listenersCount, next.listenersCount]).toEqual([0, 1]);
    feed.dispose();
    expect(next.listenersCount).toBe(0);
  });
});
