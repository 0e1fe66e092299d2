import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Changes } from '#main/store/changes.ts';
import { refreshLast } from '#main/store/commands/last.ts';
import { toMessageKey } from '#shared/domain/ids.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { NOON, buildCall, buildChat, buildMessage, buildSend, phoneOf } from '../builders.ts';

interface Act {
  readonly kind: 'in' | 'out' | 'call' | 'remove' | 'send' | 'chat';
  readonly id: number;
  /** Which of two chats; what went out stays in the chat of its id. */
  readonly isOther: boolean;
  readonly at: number;
  /** A text of ours that was not delivered. */
  readonly isFailed?: boolean;
}

/** A send whose message turns out to stand before it, below what they wrote meanwhile. */
const SEND_ABOVE_ITS_MESSAGE: readonly Act[] = [
  { kind: 'send', id: 2, isOther: false, at: 1 },
  { kind: 'in', id: 1, isOther: false, at: 0 },
  { kind: 'in', id: 1, isOther: false, at: 1 },
  { kind: 'out', id: 2, isOther: false, at: 0 },
];

/** The same of a send that stands with a text of ours that failed. */
const SEND_BESIDE_A_FAILURE: readonly Act[] = [
  { kind: 'in', id: 1, isOther: false, at: 4 },
  { kind: 'send', id: 1, isOther: false, at: 0 },
  { kind: 'out', id: 2, isOther: false, at: 5, isFailed: true },
  { kind: 'out', id: 1, isOther: false, at: 0 },
];

describe('the last item of a chat', () => {
  let store: StoreInOneThread;
  beforeEach(() => (store = new StoreInOneThread()));
  afterEach(() => store.close());

  function run({ kind, id, isOther, at, isFailed = false }: Act, round: number): void {
    const number = (isIncoming: boolean): number => round * 10 + Number(isIncoming ? isOther : id > 2);
    const ownId = round * 10 + id;
    const said = (isIncoming: boolean) => ({ phone: phoneOf(number(isIncoming)), at: NOON + at, text: `${at}` });
    const commit = (message: ReturnType<typeof buildMessage>): unknown =>
      store.run('commitMessages', { messages: [message], source: 'single' });
    switch (kind) {
      case 'in':
        commit(buildMessage(`in:${ownId}`, said(true)));
        break;
      case 'out':
        commit(buildMessage(`out:${ownId}`, { ...said(false), letter: isFailed ? 'f' : 'd' }));
        break;
      case 'call':
        commit(buildCall(ownId, said(true)));
        break;
      case 'remove':
        store.run('removeMessages', { keys: [toMessageKey(isOther ? 'in' : 'out', ownId)] });
        break;
      case 'send': {
        const accepted = { state: 'accepted', messageId: ownId, createdAt: NOON + at } as const;
        const known = store.owned.get('SELECT 1 AS found FROM sends WHERE message_id = ?', [ownId]);
        if (known !== undefined) break;
        const sendId = `${ownId}-${at}-${store.owned.all('SELECT seq FROM send_events').length}`;
        store.run('createSend', { send: buildSend(sendId, { phone: phoneOf(number(false)), ...accepted }) });
        break;
      }
      case 'chat':
        store.run('commitChats', { chats: [buildChat(number(true), { updatedAt: id === 1 ? null : NOON + at })] });
        break;
    }
  }

  it('is what a look at the whole thread says, however its messages came, moved and went', () => {
    const act: fc.Arbitrary<Act> = fc.record({
      kind: fc.constantFrom('in', 'out', 'call', 'remove', 'send', 'chat'),
      id: fc.integer({ min: 1, max: 3 }),
      isOther: fc.boolean(),
      at: fc.nat(5),
      isFailed: fc.boolean(),
    });
    let round = 0;
    fc.assert(
      fc.property(fc.array(act, { minLength: 3, maxLength: 25 }), (acts: readonly Act[]) => {
        round += 1;
        store.run('commitChats', { chats: [buildChat(round * 10), buildChat(round * 10 + 1)] });
        for (const one of acts) run(one, round);
        const { owned, cache, now } = store;
        const changes = new Changes();
        refreshLast({ owned, cache, now, changes }, [phoneOf(round * 10), phoneOf(round * 10 + 1)]);
        expect(changes.toChangeSet()).toBeNull();
      }),
      { numRuns: 60, examples: [[[...SEND_ABOVE_ITS_MESSAGE]], [[...SEND_BESIDE_A_FAILURE]]] },
    );
  });
});
