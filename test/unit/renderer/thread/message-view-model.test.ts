import { describe, expect, it } from 'vitest';
import type { MessageView } from '#shared/contract/index.ts';
import { delivery } from '#renderer/lib/words/delivery.ts';
import { errors } from '#renderer/lib/words/errors.ts';
import { sending } from '#renderer/lib/words/delivery.ts';
import { lost } from '#renderer/lib/words/delivery.ts';
import { toMessageViewModel, withoutSending } from '#renderer/features/thread/message-view-model.ts';
import { Translator } from '#renderer/lib/messages.ts';
import { buildMessage, buildSend } from '#test/support/fake-bridge.ts';

type SendView = NonNullable<MessageView['send']>;

function ours(changes: Partial<MessageView>): MessageView {
  return buildMessage({ key: 'send:a', direction: 'out', ...changes });
}
function unsent(changes: Partial<SendView>): MessageView {
  return ours({
    mark: 'waiting',
    send: buildSend({ id: 'a', ...changes }),
  });
}
const problem = (code: string, detail: string | null = null) => ({ code, detail, fields: {}, at: 0 });

describe('a text of ours', () => {
  it.each([
    ['d', 'delivered', 'out', delivery.delivered, null],
    ['r', 'sent', 'out', delivery.sent, null],
    ['q', 'queued', 'out', delivery.queued, null],
    ['e', 'failed', 'failed', delivery.failed, sending.byService],
    ['f', 'failed', 'failed', delivery.failed, sending.byOperator],
    ['j', 'rejected', 'failed', delivery.rejected, sending.rejectedWhy],
    ['g', 'unsubscribed', 'out', delivery.unsubscribed, sending.unsubscribedWhy],
    ['u', 'unknown', 'out', delivery.unknown, sending.unknownWhy],
    ['s', 'scheduled', 'scheduled', delivery.scheduled, null],
    ['p', 'scheduled', 'scheduled', sending.scheduledPaused, null],
    ['x', 'unknown', 'out', delivery.unknown, sending.unknownWhy],
  ] as const)('with the letter %s is %s', (letter, mark, shape, word, why) => {
    expect(toMessageViewModel(ours({ letter, mark }), 'live')).toMatchObject({ shape, mark, word, why });
  });

  it('that failed can be sent again as a new one', () => {
    expect(toMessageViewModel(ours({ letter: 'f', mark: 'failed' }), 'live').actions).toEqual(['again']);
  });

  it.each([
    [ours({ letter: 'f', mark: 'failed' }), []],
    [ours({ send: buildSend({ state: 'not-sent' }) }), ['remove']],
    [ours({ send: buildSend({ state: 'refused' }) }), ['remove']],
    [ours({ send: buildSend({ state: 'unknown' }) }), ['look', 'remove']],
    [ours({ send: buildSend({ state: 'held' }) }), ['undo']],
  ] as const)('offers nothing that sends where the person is blocked', (message, actions) => {
    expect(withoutSending(toMessageViewModel(message, 'live')).actions).toEqual(actions);
  });
});

describe('a text that has not left', () => {
  it('waits for the connection while offline, and can be taken back', () => {
    expect(toMessageViewModel(unsent({}), 'offline')).toMatchObject({
      mark: 'waiting',
      word: delivery.waiting,
      actions: ['cancel'],
    });
  });

  it.each([
    ['unauthorized', unsent({}), sending.waitingKey],
    ['keyless', unsent({}), sending.waitingKeyless],
    ['maintenance', unsent({}), sending.waitingMaintenance],
    ['slowed', unsent({}), sending.waitingSlow],
    ['live', unsent({ problem: problem('rate-limited'), attempts: 1 }), sending.waitingSlow],
    ['live', unsent({ problem: problem('offline'), attempts: 2 }), sending.waitingAgain],
    ['live', unsent({}), sending.sending],
    ['live', unsent({ state: 'sending' }), sending.sending],
  ] as const)('says what it waits for (%s)', (link, message, word) => {
    expect(toMessageViewModel(message, link).word).toBe(word);
  });

  it('says what the service said when it was refused, and offers to edit it', () => {
    const fields = { phones: ['Phone number is not valid.'] };
    const look = toMessageViewModel(
      unsent({ state: 'refused', problem: { ...problem('validation'), fields } }),
      'live',
    );
    expect(look).toMatchObject({ shape: 'failed', word: sending.notSent, whySaid: 'Phone number is not valid.' });
    expect(look.actions).toEqual(['edit', 'retry']);
  });

  it('says it in our words when the service had none', () => {
    const look = toMessageViewModel(unsent({ state: 'refused', problem: problem('forbidden') }), 'live');
    expect(look).toMatchObject({ why: sending.refusedWhy, whySaid: null });
  });

  it.each([
    [{ text: ['too-long'] }, null, errors.textTooLong, null],
    [{ file: ['gone'] }, null, errors.fileGone, null],
    [{ file: ['refused'] }, null, errors.fileRefused, null],
    [{ file: ['refused'] }, 'No such type.', errors.fileRefused, 'No such type.'],
  ])('says in a sentence what main says in a word: %j, %j', (fields, detail, why, whySaid) => {
    const stopped = { ...problem('validation'), fields, detail };
    expect(toMessageViewModel(unsent({ state: 'refused', problem: stopped }), 'live')).toMatchObject({ why, whySaid });
  });

  it('claims nothing about a lost answer, and sends it again only by way of the evidence', () => {
    const look = toMessageViewModel(unsent({ state: 'checking' }), 'live');
    expect(look).toMatchObject({
      shape: 'out',
      mark: 'unknown',
      word: lost.checking,
      why: lost.sentence,
      isBad: false,
    });
    expect(look.actions).toEqual(['look', 'decide', 'remove']);
    expect(toMessageViewModel(unsent({ state: 'unknown' }), 'live').actions).toEqual(['look', 'decide', 'remove']);
  });

  it.each(['offline', 'unauthorized', 'keyless', 'lost'] as const)(
    'offers no look where nobody can look (%s)',
    (link) => {
      expect(toMessageViewModel(unsent({ state: 'checking' }), link).actions).toEqual(['decide', 'remove']);
    },
  );

  it('that is known not to have been sent can be sent again without a question', () => {
    const look = toMessageViewModel(unsent({ state: 'not-sent' }), 'live');
    expect(look).toMatchObject({ shape: 'failed', word: sending.notSent, why: lost.notSent });
    expect(look.actions).toEqual(['retry', 'remove']);
  });

  it('has the sentence of a lost answer word for word', () => {
    expect(new Translator('en-GB').text(lost.sentence)).toBe(
      'We didn’t hear back from the service. It may have been sent; we’re checking. We won’t resend it unless you tell us to.',
    );
  });
});

it('an incoming text has no mark', () => {
  expect(toMessageViewModel(buildMessage(), 'live')).toMatchObject({
    shape: 'in',
    mark: null,
    word: null,
    actions: [],
  });
});
