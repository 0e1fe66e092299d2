/** A send between its row and its entity. */
import { toChatId, toSendId } from '#shared/domain/ids.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { Send, SendFile, SendState } from '#shared/domain/sends.ts';
import { parseCheck, parseProblem } from '../json.ts';

export type SendColumns = {
  readonly id: string;
  readonly phone: string;
  readonly text: string;
  readonly sent_text: string | null;
  readonly own_reference: string | null;
  readonly sender: string | null;
  readonly create_chat: number;
  readonly state: SendState;
  readonly created_at: number;
  readonly attempted_at: number | null;
  readonly attempts: number;
  readonly due_at: number;
  readonly accepted_at: number | null;
  readonly message_id: number | null;
  readonly session_id: number | null;
  readonly chat_id: number | null;
  readonly problem: string | null;
  readonly parts_predicted: number;
  readonly price_predicted: number | null;
  readonly after_message_id: number | null;
  readonly check_evidence: string | null;
};

export interface SendRow extends SendColumns {
  readonly seq: number;
  readonly placed_at: number;
}

/** All but its files, which have rows of their own. */
export function toSendColumns(send: Send): SendColumns {
  return {
    id: send.id,
    phone: send.phone,
    text: send.text,
    sent_text: send.sentText,
    own_reference: send.ownReference,
    sender: send.from,
    create_chat: Number(send.createChat),
    state: send.state,
    created_at: send.createdAt,
    attempted_at: send.attemptedAt,
    attempts: send.attempts,
    due_at: send.dueAt,
    accepted_at: send.acceptedAt,
    message_id: send.messageId,
    session_id: send.sessionId,
    chat_id: send.chatId,
    problem: send.problem === null ? null : JSON.stringify(send.problem),
    parts_predicted: send.partsPredicted,
    price_predicted: send.pricePredicted,
    after_message_id: send.afterMessageId,
    check_evidence: send.check === null ? null : JSON.stringify(send.check),
  };
}

/** `files`: those of its own, in order. */
export function toSend(row: SendColumns, files: readonly SendFile[]): Send {
  return {
    id: toSendId(row.id),
    phone: row.phone as PhoneKey,
    text: row.text,
    sentText: row.sent_text,
    files,
    ownReference: row.own_reference,
    from: row.sender,
    createChat: row.create_chat === 1,
    state: row.state,
    createdAt: row.created_at,
    attemptedAt: row.attempted_at,
    attempts: row.attempts,
    dueAt: row.due_at,
    acceptedAt: row.accepted_at,
    messageId: row.message_id,
    sessionId: row.session_id,
    chatId: row.chat_id === null ? null : toChatId(row.chat_id),
    problem: parseProblem(row.problem),
    partsPredicted: row.parts_predicted,
    pricePredicted: row.price_predicted,
    afterMessageId: row.after_message_id,
    check: parseCheck(row.check_evidence),
  };
}
