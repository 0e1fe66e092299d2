/** Since when a chat waits and whether it failed do not depend on the order in which things were told. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '#shared/domain/entities.ts';
import { toChatId, toSendId } from '#shared/domain/ids.ts';
import type { SendState } from '#shared/domain/sends.ts';
import { StoreInOneThread } from '../store-in-one-thread.ts';
import { MINUTE_MS, NOON, buildCall, buildChat, buildMessage, buildNote, buildSend, phoneOf } from '../builders.ts';

const LETTERS = ['d', 'f', 'q', null] as const;
const STATES: readonly SendState[] = ['queued', 'sending', 'checking', 'refused', 'not-sent', 'unknown'];
const REFUSED: ReadonlySet<SendState> = new Set(['refused', 'not-sent']);

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('page'), picks: fc.array(fc.nat(), { maxLength: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete'), pick: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send') }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('state'), pick: fc.nat(), state: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('accept'), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('discard'), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('row'), isIn: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reply'), isIn: fc.boolean(), state: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash'), pick: fc.nat() }) },
);
type Step = { kind: string; picks?: number[]; pick?: number; state?: number; isIn?: boolean };

/** Of their texts: thanks, what some of ours ask for, and what needs a reply in any case. */
const THEIRS = [{}, { text: 'Ok, thanks' }, {}, { text: 'YES' }] as const;
const ASKING = 'Reply YES to confirm.';

/** What the service has of the chat: every third a text of ours, now and then a call and a note, several a second. */
const WORLD: readonly Message[] = Array.from({ length: 24 }, (_, index) => {
  const at = NOON + Math.floor(index / 2) * MINUTE_MS;
  if (index % 11 === 4) return buildCall(100 + index, { at });
  if (index % 11 === 9) return buildNote(100 + index, { at });
  const letter = LETTERS[index % LETTERS.length] ?? null;
  return index % 3 === 0
    ? buildMessage(`out:${index}`, { at, letter, ...(index % 2 === 0 ? { text: ASKING } : {}) })
    : buildMessage(`in:${index}`, { at: at + (index % 5) * 1_000, ...THEIRS[index % THEIRS.length] });
});

interface Waiting {
  readonly waiting_since: number | null;
  readonly is_waiting: number;
}

class Simulation {
  readonly store = new StoreInOneThread();
  #sends = 0;
  #nextId = 1_000;

  constructor(hasRow: boolean) {
    if (hasRow) this.store.run('commitChats', { chats: [buildChat(1)] });
    else this.store.run('ensureChat', { phone: phoneOf(1), at: NOON });
  }

  play({ kind, picks = [], pick = 0, state = 0, isIn = true }: Step): void {
    const { store } = this;
    store.now += 1_000;
    if (kind === 'page') {
      const messages = picks.map((index) => WORLD[index % WORLD.length]).filter((one) => one !== undefined);
      store.run('commitMessages', { messages, source: 'page' });
    } else if (kind === 'delete') {
      const message = WORLD[pick % WORLD.length];
      if (message !== undefined) store.run('removeMessages', { keys: [message.key] });
    } else if (kind === 'send') {
      this.#sends += 1;
      const text = this.#sends % 3 === 0 ? ASKING : 'Coming';
      store.run('createSend', { send: buildSend(`send${this.#sends}`, { createdAt: store.now, text }) });
    } else if (kind === 'row') {
      const newest = store.reader.get<{ at: number | null }>(`SELECT max(at) AS at FROM messages`)?.at ?? NOON;
      const said = {
        updatedAt: newest + 500,
        lastDirection: isIn ? 'in' : 'out',
        lastText: this.#sends % 2 === 0 ? 'Told' : '👍',
      } as const;
      store.run('commitChats', { chats: [buildChat(1, said)] });
    } else if (kind === 'reply') {
      this.#mark(isIn, state);
    } else this.#change(kind, pick, state);
  }

  /** What a person says about a reply; now and then the app ends before the cache follows. */
  #mark(isNeeded: boolean, state: number): void {
    const { store } = this;
    const chat = store.ask('findChat', { chatId: null, phone: phoneOf(1) });
    if (chat === null) return;
    const action = { kind: 'reply', isNeeded } as const;
    const input = { chatIds: [toChatId(chat.id)], action, at: store.now, dueAt: store.now };
    const shown = store.cache.get<Waiting>('SELECT waiting_since, is_waiting FROM chats WHERE id = ?', [chat.id]);
    store.run('applyActions', input);
    if (state > 0 || shown === undefined) return;
    store.cache.run('UPDATE chats SET waiting_since = @waiting_since, is_waiting = @is_waiting', { ...shown });
    store.reopen();
  }

  /** What is done to a send that is there. */
  #change(kind: string, pick: number, state: number): void {
    const { store } = this;
    const sends = store.reader.all<{ id: string; state: SendState }>(
      `SELECT id, state FROM sends WHERE state <> 'accepted'`,
    );
    const send = sends[pick % Math.max(1, sends.length)];
    if (send === undefined) return;
    const sendId = toSendId(send.id);
    if (kind === 'state') {
      store.run('updateSend', { sendId, patch: { state: STATES[state % STATES.length] ?? 'queued' } });
    } else if (kind === 'accept') {
      this.#nextId += 1;
      store.run('updateSend', { sendId, patch: { state: 'accepted', messageId: this.#nextId } });
      if (state % 2 === 0) store.run('commitAcceptedSend', { sendId });
    } else if (kind === 'crash') {
      // The owned row is gone, and the app ended before the cache followed.
      store.owned.run('DELETE FROM sends WHERE id = ?', [sendId]);
      store.reopen();
    } else store.run('deleteSend', { sendId });
  }

  /** What the chat says of itself. */
  get shown(): unknown {
    const chat = this.store.ask('findChat', { chatId: null, phone: phoneOf(1) });
    return [chat?.waitingSince, chat?.hasFailed];
  }

  /** The same from every row that there is. */
  get expected(): unknown {
    interface Row {
      readonly direction: string;
      readonly sequence: string;
      readonly kind: string;
      readonly id: number;
      readonly at: number;
      readonly letter: string | null;
      readonly text: string;
    }
    const rows = this.store.reader.all<Row>('SELECT * FROM messages');
    const chat = this.store.reader.get<{
      updated_at: number | null;
      service_direction: string | null;
      service_text: string;
      id: number;
    }>('SELECT * FROM chats WHERE phone = ?', [phoneOf(1)]);
    type SendRow = { state: SendState; placed_at: number; message_id: number | null; text: string };
    const sends = this.store.reader
      .all<SendRow>('SELECT * FROM sends')
      .filter(({ message_id: id }) => !rows.some((row) => row.sequence === 'out' && row.id === id));
    const lines = rows.filter(({ kind }) => kind === 'text' || kind === 'call');
    const newestAt = Math.max(0, ...lines.map(({ at }) => at));
    const told = chat !== undefined && chat.id > 0 && (chat.updated_at ?? 0) > newestAt ? chat : undefined;
    const texts = lines.filter(({ kind }) => kind === 'text');
    const answers = [
      ...texts.filter(({ direction }) => direction === 'out').map(({ at, text }) => ({ at, text })),
      ...sends.filter(({ state }) => !REFUSED.has(state)).map(({ placed_at: at, text }) => ({ at, text })),
      ...(told?.service_direction === 'out' ? [{ at: told.updated_at ?? 0, text: told.service_text }] : []),
    ];
    const answeredAt = Math.max(-1, ...answers.map(({ at }) => at));
    const isAsked = answers.some(({ at, text }) => at === answeredAt && text === ASKING);
    const done = ['Ok, thanks', '👍', ...(isAsked ? ['YES'] : [])];
    const mark = this.store.owned.get<{ up_to_at: number; is_needed: number }>('SELECT * FROM reply_marks');
    const theirs = [
      ...texts.filter(({ direction }) => direction === 'in').map(({ at, text }) => ({ at, text })),
      ...(told?.service_direction === 'in' ? [{ at: told.updated_at ?? 0, text: told.service_text }] : []),
    ]
      .filter(({ at, text }) =>
        mark !== undefined && at <= mark.up_to_at ? mark.is_needed === 1 : !done.includes(text),
      )
      .map(({ at }) => at);
    const waiting = theirs.filter((at) => at > answeredAt);
    const order = (row: Row): string =>
      `${String(row.at).padStart(15, '0')} ${row.sequence} ${String(row.id).padStart(9, '0')}`;
    const last = lines.toSorted((a, b) => (order(a) < order(b) ? 1 : -1))[0];
    const isAbove = sends.some(({ placed_at }) => placed_at >= newestAt);
    const isUndelivered = !isAbove && told === undefined && last?.direction === 'out' && last.letter === 'f';
    const isStopped = sends.some(({ state }) => REFUSED.has(state) || state === 'unknown');
    return [waiting.length === 0 ? null : Math.min(...waiting), isStopped || isUndelivered];
  }
}

describe('since when a chat waits, and what failed (STORE-30)', () => {
  it('are what all rows together say, after every step and in whatever order things came', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 25 }), (hasRow, steps) => {
        const simulation = new Simulation(hasRow);
        try {
          for (const one of steps) {
            simulation.play(one);
            expect(simulation.shown).toEqual(simulation.expected);
          }
        } finally {
          simulation.store.close();
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
