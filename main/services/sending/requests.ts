import type { HandlersOf } from '#main/services/handler-types.ts';
import { toNotFound } from '#main/services/refusals.ts';
import { toSendId } from '#shared/domain/ids.ts';
import { parseWaitingId } from '#shared/domain/waiting-ids.ts';
import { addDraftFile, getDraft, removeDraftFile, saveDraft } from './drafts.ts';
import { findPrice } from './prices.ts';
import { createSend, toOwnFileView } from './sends.ts';

/** What the user sends: texts that leave, what waits on this computer, drafts, and what a text costs. */
export const sendingHandlers: HandlersOf<'sends' | 'outbox' | 'drafts' | 'prices'> = {
  'sends.create': createSend,
  'sends.sendNow': async ({ session }, { sendId }) => {
    await session.getAccount().outbox.sendNow(toSendId(sendId));
    return {};
  },
  'sends.retry': async ({ session }, { sendId, mayDouble }) => {
    await session.getAccount().outbox.retry(toSendId(sendId), { mayDouble });
    return {};
  },
  'sends.lookNow': async ({ session }, { sendId }) => {
    await session.getAccount().outbox.lookNow(toSendId(sendId));
    return {};
  },
  'sends.discard': async ({ session }, { sendId }) => {
    const { text, files } = await session.getAccount().outbox.discard(toSendId(sendId));
    return { text, files: files.map(toOwnFileView) };
  },

  'outbox.get': ({ session }) => session.getAccount().store.getOutbox({}),
  'outbox.cancel': async ({ session }, { waitingId }) => {
    const { store, sync } = session.getAccount();
    const waiting = parseWaitingId(waitingId);
    if (waiting === null) throw toNotFound('change that waits');
    if (waiting.kind === 'action') return { isCancelled: await sync.cancel({ actionId: waiting.actionId }) };
    const { chatId, createdAt } = waiting;
    const deletions = await store.listMessageDeletions({});
    const keys = deletions.flatMap((one) => (one.chatId === chatId && one.createdAt === createdAt ? [one.key] : []));
    return { isCancelled: keys.length > 0 && (await sync.cancel({ keys })) };
  },

  'drafts.get': getDraft,
  'drafts.save': saveDraft,
  'drafts.addFile': addDraftFile,
  'drafts.removeFile': removeDraftFile,

  'prices.find': findPrice,
};
