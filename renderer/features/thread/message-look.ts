/** What a message looks like and says: its shape, its mark and word, why, and what can be done about it. */
import type { MessageView } from '#shared/contract/index.ts';
import { delivery } from '#renderer/lib/words/delivery.ts';
import { sending } from '#renderer/lib/words/delivery.ts';
import { lost } from '#renderer/lib/words/delivery.ts';
import { deliveryWords, type DeliveryMarkName } from '#renderer/lib/delivery-marks.ts';
import type { LinkState } from '#renderer/lib/link-state.ts';
import type { Message } from '#renderer/lib/messages.ts';
import { findOwnSentence, toSaidWords } from '#renderer/lib/problems.ts';

/**
 * `undo`: take back what is held, into the composer. `send-now`: end its hold. `cancel`: take it out of the outbox. `edit`: the same, back into the composer. `remove`: the same, gone. `retry`: the
 * outbox once more. `decide`: the same where it may go out twice, so the evidence comes first. `look`: look for a lost
 * answer now. `again`: a new text of the same words.
 */
export type MessageAct = 'undo' | 'send-now' | 'cancel' | 'edit' | 'remove' | 'retry' | 'decide' | 'look' | 'again';

export interface MessageLook {
  readonly shape: 'in' | 'out' | 'failed' | 'scheduled';
  /** Null for incoming ones. */
  readonly mark: DeliveryMarkName | null;
  readonly word: Message | null;
  readonly isBad: boolean;
  /** Why, in our words. */
  readonly why: Message | null;
  /** Why, in the words of the service; comes in place of ours. */
  readonly whySaid: string | null;
  readonly acts: readonly MessageAct[];
}

type SendView = NonNullable<MessageView['send']>;

const PLAIN: MessageLook = { shape: 'in', mark: null, word: null, isBad: false, why: null, whySaid: null, acts: [] };
const OUT: MessageLook = { ...PLAIN, shape: 'out' };

/** The look of a message while the link to the service is `link`. */
export function toMessageLook(message: MessageView, link: LinkState): MessageLook {
  if (message.direction === 'in') return PLAIN;
  if (message.send !== null && message.send.state !== 'accepted') return toSendLook(message.send, link);
  return toLetterLook(message);
}

function toSendLook(send: SendView, link: LinkState): MessageLook {
  switch (send.state) {
    case 'held':
      return toHeldLook(send, link);
    case 'queued':
      return { ...OUT, mark: 'waiting', word: toWaitingWord(send, link), acts: ['cancel'] };
    case 'sending':
      return { ...OUT, mark: 'waiting', word: sending.sending };
    case 'refused':
      return toRefusedLook(send);
    case 'not-sent':
      return { ...toNotSent(lost.notSent), acts: ['retry', 'remove'] };
    case 'checking':
      return { ...OUT, mark: 'unknown', word: lost.checking, why: lost.sentence, acts: toLostActs(link) };
    case 'unknown':
      return { ...OUT, mark: 'unknown', word: sending.noAnswer, why: lost.sentenceOver, acts: toLostActs(link) };
    case 'accepted':
      return OUT;
  }
}

/** It goes out by itself, at once or as soon as the service can be reached: till then it can be taken back. */
function toHeldLook(send: SendView, link: LinkState): MessageLook {
  const look: MessageLook = { ...OUT, mark: 'waiting', word: sending.sending, acts: ['undo', 'send-now'] };
  return NO_SERVICE.has(link) ? { ...look, word: toWaitingWord(send, link), acts: ['undo'] } : look;
}

/** Looking needs the service. */
function toLostActs(link: LinkState): readonly MessageAct[] {
  return NO_SERVICE.has(link) ? ['decide', 'remove'] : ['look', 'decide', 'remove'];
}

const NO_SERVICE: ReadonlySet<LinkState> = new Set(['lost', 'offline', 'unauthorized', 'keyless']);

function toWaitingWord({ problem, attempts }: SendView, link: LinkState): Message {
  if (link === 'unauthorized') return sending.waitingKey;
  if (link === 'keyless') return sending.waitingKeyless;
  if (link === 'offline') return delivery.waiting;
  if (link === 'slowed' || problem?.code === 'rate-limited') return sending.waitingSlow;
  if (link === 'maintenance' || problem?.code === 'maintenance') return sending.waitingMaintenance;
  return attempts === 0 ? sending.sending : sending.waitingAgain;
}

function toRefusedLook({ problem }: SendView): MessageLook {
  const said = problem === null ? '' : toSaidWords(problem);
  const why = problem === null ? null : findOwnSentence(problem);
  return { ...toNotSent(why ?? sending.refusedWhy), whySaid: said === '' ? null : said, acts: ['edit', 'retry'] };
}

function toNotSent(why: Message): MessageLook {
  return { ...OUT, shape: 'failed', mark: 'failed', word: sending.notSent, isBad: true, why };
}

function toLetterLook({ mark, letter }: MessageView): MessageLook {
  const known = mark ?? 'queued';
  const look: MessageLook = { ...OUT, mark: known, word: deliveryWords[known].word };
  switch (known) {
    case 'failed': {
      const why = letter === 'e' ? sending.byService : sending.byOperator;
      return { ...look, shape: 'failed', isBad: true, why, acts: ['again'] };
    }
    case 'rejected':
      return { ...look, shape: 'failed', isBad: true, why: sending.rejectedWhy, acts: ['again'] };
    case 'unsubscribed':
      return { ...look, isBad: true, why: sending.unsubscribedWhy };
    case 'unknown':
      return { ...look, why: sending.unknownWhy };
    case 'scheduled':
      return { ...look, shape: 'scheduled', word: letter === 'p' ? sending.scheduledPaused : look.word };
    case 'waiting':
    case 'queued':
    case 'sent':
    case 'delivered':
      return look;
  }
}
