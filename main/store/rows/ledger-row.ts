/** The ledger's row of a send: all that can be told of it for ever, without the cache and without the send itself. */
import * as v from 'valibot';
import type { LedgerOutcome } from '#shared/contract/index.ts';
import { toOutgoingText } from '#shared/domain/sends.ts';
import type { LedgerState, Send, SendFile } from '#shared/domain/sends.ts';
import { toFolded } from '../core/fold.ts';
import { toFileId } from '#shared/domain/ids.ts';

/** What follows from the send. */
export type LedgerSendColumns = {
  readonly send_id: string;
  readonly phone: string;
  /** As it was written. */
  readonly text: string;
  readonly sent_text: string | null;
  /** JSON; null where there are none. */
  readonly files: string | null;
  readonly files_count: number;
  readonly own_reference: string | null;
  readonly sender: string | null;
  readonly state: LedgerState;
  readonly outcome: LedgerOutcome;
  readonly created_at: number;
  readonly left_at: number | null;
  readonly accepted_at: number | null;
  readonly attempts: number;
  readonly message_id: number | null;
  readonly session_id: number | null;
  readonly problem: string | null;
  readonly check_evidence: string | null;
  readonly parts_predicted: number;
  readonly price_predicted: number | null;
  /** All by which it is found, folded, but for the name of the person and its own id. */
  readonly haystack: string;
};

/** What the service told of its message. */
export type LedgerChargeColumns = {
  readonly letter: string | null;
  readonly reject_reason: string | null;
  readonly parts_charged: number | null;
  readonly price_charged: number | null;
};

export interface LedgerTableRow extends LedgerSendColumns, LedgerChargeColumns {
  readonly seq: number;
}

const OUTCOMES: Readonly<Record<LedgerState, LedgerOutcome>> = {
  ...{ held: 'open', queued: 'open', sending: 'open', accepted: 'sent', checking: 'checking', unknown: 'checking' },
  ...{ refused: 'stopped', 'not-sent': 'stopped', discarded: 'discarded' },
};

export function toOutcome(state: LedgerState): LedgerOutcome {
  return OUTCOMES[state];
}

/** `state`: the send's own, or `discarded`. */
export function toLedgerColumns(send: Send, state: LedgerState = send.state): LedgerSendColumns {
  return {
    send_id: send.id,
    phone: send.phone,
    text: send.text,
    sent_text: send.sentText,
    files: send.files.length === 0 ? null : JSON.stringify(send.files),
    files_count: send.files.length,
    own_reference: send.ownReference,
    sender: send.from,
    state,
    outcome: toOutcome(state),
    created_at: send.createdAt,
    left_at: send.attemptedAt,
    accepted_at: send.acceptedAt,
    attempts: send.attempts,
    message_id: send.messageId,
    session_id: send.sessionId,
    problem: send.problem === null ? null : JSON.stringify(send.problem),
    check_evidence: send.check === null ? null : JSON.stringify(send.check),
    parts_predicted: send.partsPredicted,
    price_predicted: send.pricePredicted,
    haystack: toLedgerHaystack(send),
  };
}

/** What lies between two of these is found on its own only: nobody can type it. */
const EDGE = '\n';

function toLedgerHaystack(send: Send): string {
  const parts = [toOutgoingText(send), send.phone, send.ownReference ?? '', ...send.files.map(({ name }) => name)];
  return parts
    .map(toFolded)
    .filter((part) => part !== '')
    .join(EDGE);
}

const filesSchema = v.array(
  v.object({
    id: v.pipe(v.string(), v.transform(toFileId)),
    name: v.string(),
    mimeType: v.string(),
    sizeBytes: v.number(),
    href: v.nullable(v.string()),
  }),
);

export function parseLedgerFiles(text: string | null): readonly SendFile[] {
  return text === null ? [] : v.parse(filesSchema, JSON.parse(text));
}
