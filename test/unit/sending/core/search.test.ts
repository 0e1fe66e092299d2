import { describe, expect, it } from 'vitest';
import { decideFindings } from '#main/sending/core/search.ts';
import type { LookResult, Reading, SearchQuestion } from '#main/sending/core/search.ts';
import type { Message, ServiceSend } from '#shared/domain/entities.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import type { Send } from '#shared/domain/sends.ts';
import { makeSend } from '#test/support/sending/builders.ts';
import { makeMessage } from '#test/support/sync/builders.ts';

const LEFT_AT = Date.UTC(2026, 10, 20, 9);
const [MINUTE, HOUR] = [60_000, 3_600_000];
const ada = toPhoneKey('447700900001');
const ben = toPhoneKey('447700900002');

const lostSend = (id: number, changes: Partial<Send> = {}): Send =>
  makeSend(id, {
    ...{ state: 'checking', phone: ada, text: 'At nine.', attempts: 1, attemptedAt: LEFT_AT + id, afterMessageId: 100 },
    ...changes,
  });
const message = (id: number, changes: Partial<Message> = {}): Message =>
  makeMessage('out', id, { phone: ada, text: 'At nine.', at: LEFT_AT + 1_000, ...changes });
const session = (id: number, changes: Partial<ServiceSend> = {}): ServiceSend => ({
  ...{ id, at: LEFT_AT, text: '', source: 'A', referenceId: null },
  ...changes,
});
/** Older than everything that is looked for, so that all that could hold it was read. */
const FLOOR = {
  message: message(100, { phone: ben, at: LEFT_AT - HOUR }),
  session: session(1, { at: LEFT_AT - HOUR }),
};

interface Setup {
  readonly lost?: readonly Send[];
  readonly messages?: readonly Message[] | null;
  readonly sends?: readonly ServiceSend[] | 'absent' | 'unanswered';
  readonly ofSends?: Reading['ofSends'];
  readonly claimed?: readonly number[];
  readonly ofCallbacks?: Reading['ofCallbacks'];
  readonly isWhole?: boolean;
}

function ask(setup: Setup): SearchQuestion {
  const { lost = [lostSend(1)], messages = [], sends = 'absent', isWhole = true } = setup;
  const { ofSends = new Map(), ofCallbacks = new Map() } = setup;
  const stretch = <Row>(rows: readonly Row[], floor: Row) => ({ rows: [...rows, floor], isToEnd: false, isWhole });
  return {
    lost,
    reading: {
      startedAt: LEFT_AT + HOUR,
      sends: typeof sends === 'string' ? sends : stretch(sends, FLOOR.session),
      messages: messages === null ? null : stretch(messages, FLOOR.message),
      ofSends,
      ofCallbacks,
    },
    claimedIds: new Set(setup.claimed ?? []),
  };
}

/** What is said of the first lost send. */
function find(setup: Setup): LookResult | undefined {
  const question = ask(setup);
  const [first] = question.lost;
  return first === undefined ? undefined : decideFindings(question).get(first.id);
}
const { id: ownId } = lostSend(1);
const found = (messageId: number | null, sessionId: number | null = null) => ({ kind: 'found', messageId, sessionId });

describe('by reference', () => {
  const own = session(7, { referenceId: ownId });

  it.each([
    ['the reference is our id', own],
    ["a person's own reference follows", session(7, { referenceId: `${ownId}.order 9` })],
    ['the source is unheard of', session(7, { referenceId: ownId, source: 'Z' })],
  ])('is found for sure where %s', (_what, one) => {
    const result = find({ sends: [one], ofSends: new Map([[7, [message(105, { text: 'written otherwise' })]]]) });
    expect(result).toEqual(found(105, 7));
  });

  it('takes the message to our number among those that the service names for it', () => {
    const ofSends = new Map([[7, [message(104, { phone: ben }), message(105)]]]);
    expect(find({ sends: [own], ofSends })).toEqual(found(105, 7));
  });

  it('takes the message from the list of all where only that could be read', () => {
    expect(find({ sends: [own], messages: [message(105, { sessionId: 7, at: 0, text: '?' })] })).toEqual(found(105, 7));
  });

  it('is accepted without a message where none can be read, or where that is another send of ours', () => {
    expect(find({ sends: [own] })).toEqual(found(null, 7));
    expect(find({ sends: [own], ofSends: new Map([[7, [message(105)]]]), claimed: [105] })).toEqual(found(null, 7));
  });

  it('takes the newest of the sends that carry it: a person sent it twice', () => {
    const ofSends = new Map([[9, [message(109)]]]);
    expect(find({ sends: [own, session(9, { referenceId: ownId })], ofSends })).toEqual(found(109, 9));
  });

  it.each([`${ownId}x`, `x${ownId}`, ownId.toUpperCase(), ''])('is not found by the reference "%s"', (referenceId) => {
    expect(find({ sends: [session(7, { referenceId })] })).toMatchObject({ finding: 'not-there' });
  });

  it('takes its message away from the evidence of an older send with the same words', () => {
    const lost = [lostSend(1), lostSend(2)];
    const results = decideFindings(
      ask({
        ...{ lost, sends: [session(7, { referenceId: lost[1]?.id ?? null })] },
        ...{ messages: [message(105)], ofSends: new Map([[7, [message(105)]]]) },
      }),
    );
    expect([...results.values()]).toMatchObject([found(105, 7), { kind: 'open', finding: 'not-there' }]);
  });
});

describe('by callback', () => {
  const named = (...messages: Message[]) => ({ ofCallbacks: new Map([[ownId, messages]]) });

  it('is found for sure where the service has the message that a callback named for our reference', () => {
    expect(find({ sends: 'unanswered', messages: null, ...named(message(105, { sessionId: 7 })) })).toEqual(
      found(105, 7),
    );
  });

  it('is found however the service wrote it, and the newest where it left more than once', () => {
    expect(find(named(message(109), message(105)))).toEqual(found(109));
    expect(find(named(message(105, { text: 'At nine. Northgate Vets' })))).toEqual(found(105));
  });

  it.each([
    ['is to another number', message(105, { phone: ben }), {}],
    ['has other words', message(105, { text: 'At ten.' }), {}],
    ['is another send of ours', message(105), { claimed: [105] }],
  ] as const)('is not found where the message that it named %s', (_what, one, more) => {
    expect(find({ ...named(one), ...more })).toMatchObject({ kind: 'open', finding: 'not-there' });
  });

  it('comes after the list of sends, which says it itself', () => {
    const own = session(7, { referenceId: ownId });
    const ofSends = new Map([[7, [message(106)]]]);
    expect(find({ sends: [own], ofSends, ...named(message(105)) })).toEqual(found(106, 7));
  });
});

describe('by number and text', () => {
  const earlier = session(8, { referenceId: lostSend(9).id });

  it.each([
    ['the same words, a second later', message(105), {}],
    ['the same words with other white space', message(105, { text: ' At  nine.\n' }), {}],
    ['the same words ten minutes earlier', message(105, { at: LEFT_AT - 10 * MINUTE }), {}],
    ['the same words hours off, as a clock in another time zone is', message(105, { at: LEFT_AT - 5 * HOUR }), {}],
    ['the same words with a signature', message(105, { text: 'At nine. Northgate Vets' }), {}],
    ['the same words, of a send that was not read', message(105, { sessionId: 99 }), { sends: 'unanswered' }],
    ['the same words, of a send without a reference', message(105, { sessionId: 7 }), { sends: [session(7)] }],
    ['the same words, of a send that is not in the list', message(105, { sessionId: 7 }), { sends: [earlier] }],
    [
      'the same words without a reference, which this service shows of an earlier send',
      message(105, { sessionId: 7 }),
      { sends: [earlier, session(7)] },
    ],
    ['the same words of no send, where others have one', message(105), { sends: [earlier] }],
  ] as const)('is never found, but shown: %s', (_what, one, more) => {
    const alike = [{ messageId: 105, at: one.at, text: one.text }];
    expect(find({ messages: [one], ...more })).toMatchObject({ kind: 'open', finding: 'alike', alike });
  });

  it.each([
    ['is to another number', message(105, { phone: ben }), {}],
    ['was there before the request left', message(100), {}],
    ['is another send of ours', message(105), { claimed: [105] }],
    ['has other words', message(105, { text: 'At ten.' }), {}],
    ['came from the web', message(105, { sessionId: 7 }), { sends: [session(7, { source: 'O' })] }],
    ['carries another reference', message(105, { sessionId: 7 }), { sends: [session(7, { referenceId: 'other' })] }],
  ] as const)('is not there where the only message %s', (_what, one, more) => {
    expect(find({ messages: [one], ...more })).toMatchObject({ finding: 'not-there', alike: [] });
  });

  it('shows one message to both of two sends with its words', () => {
    const lost = [lostSend(2), lostSend(1)];
    const results = decideFindings(ask({ lost, messages: [message(105)] }));
    const shown = { finding: 'alike', alike: [{ messageId: 105 }] };
    expect(lost.map(({ id }) => results.get(id))).toMatchObject([shown, shown]);
  });

  it('looks for a text with files by what left, not by what was written', () => {
    const sentText = 'At nine.\nweb.example/click/Ab3xYz';
    const lost = [lostSend(1, { sentText })];
    const shortened = message(106, { text: 'At nine.\nx.example/s/7' });
    const messages = [message(105, { text: sentText }), shortened, message(107, { text: 'At ten.' })];
    expect(find({ lost, messages })).toMatchObject({ alike: [{ messageId: 106 }, { messageId: 105 }] });
  });

  it('goes by a time that forgives wrong clocks where no id was known', () => {
    const lost = [lostSend(1, { afterMessageId: null })];
    expect(find({ lost, messages: [message(50, { at: LEFT_AT - 5 * HOUR })] })).toMatchObject({ finding: 'alike' });
    const old = message(50, { at: LEFT_AT - 25 * HOUR });
    expect(find({ lost, messages: [old] })).toMatchObject({ kind: 'open', alike: [] });
  });

  it('shows at most five that are alike, newest first', () => {
    const messages = [101, 102, 103, 104, 105, 106, 107].map((id) => message(id, { at: LEFT_AT + id * HOUR }));
    const result = find({ messages });
    expect(result?.kind === 'open' && result.alike.map(({ messageId }) => messageId)).toEqual([
      107, 106, 105, 104, 103,
    ]);
  });
});

describe('what was read (SEND-8)', () => {
  const young = [message(200, { phone: ben, at: LEFT_AT + HOUR })];

  it('says "not there" only when it reached down to where the send cannot be', () => {
    expect(find({})).toMatchObject({ finding: 'not-there', readBackTo: LEFT_AT - HOUR, readSends: false });
    const question = ask({});
    const { reading } = question;
    const cut = { ...question, reading: { ...reading, messages: { rows: young, isToEnd: false, isWhole: true } } };
    expect(decideFindings(cut).get(ownId)).toMatchObject({ finding: 'partly', readBackTo: LEFT_AT + HOUR });
    const ended = { ...question, reading: { ...reading, messages: { rows: young, isToEnd: true, isWhole: true } } };
    expect(decideFindings(ended).get(ownId)).toMatchObject({ finding: 'not-there' });
  });

  it('is not taken in by one row with an odd time among the newest', () => {
    const question = ask({ sends: [], lost: [lostSend(1, { afterMessageId: null })] });
    const odd = [message(201, { phone: ben, at: 0 }), ...young];
    const messages = { rows: odd, isToEnd: false, isWhole: true };
    const asked = { ...question, reading: { ...question.reading, messages } };
    expect(decideFindings(asked).get(ownId)).toMatchObject({ finding: 'partly' });
    const sends = { rows: [session(9, { at: 0 }), session(8, { at: LEFT_AT + HOUR }), session(7, { at: null })] };
    const listed = { ...ask({}).reading, sends: { ...sends, isToEnd: false, isWhole: true } };
    expect(decideFindings({ ...ask({}), reading: listed }).get(ownId)).toMatchObject({ readSends: false });
  });

  it.each([
    ['rows could not be read', { isWhole: false }],
    ['the messages could not be read', { messages: null, sends: [] }],
    ["the service's sends could not be read, which it has", { sends: 'unanswered' }],
  ] as const)('is only a part where %s', (_what, scene) => {
    expect(find(scene)).toMatchObject({ kind: 'open', finding: 'partly' });
  });

  it('is whole where the service has no list of sends, or where that was read as well', () => {
    expect(find({ sends: 'absent' })).toMatchObject({ finding: 'not-there', readSends: false });
    expect(find({ sends: [] })).toMatchObject({ finding: 'not-there', readSends: true });
  });

  it('is nothing where nothing was answered', () => {
    expect(find({ messages: null, sends: 'unanswered' })).toEqual({ kind: 'unreachable' });
    expect(find({ messages: null, sends: 'absent' })).toEqual({ kind: 'unreachable' });
  });
});
