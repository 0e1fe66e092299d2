import type { KeptTexts } from '#renderer/data/kept-texts.svelte.ts';
import type { RequestIds } from '#renderer/data/request-ids.ts';
import type { Drafts } from './composer-drafts.ts';
import type { DraftFiles } from './composer-files.svelte.ts';
import type { Leaving } from './composer-leaving.ts';
import { toAct, toWritingAct } from '#renderer/data/writing-acts.ts';

export interface TakingTools {
  readonly drafts: Drafts;
  readonly ids: RequestIds;
  /** What main has not taken yet. */
  readonly kept: Pick<KeptTexts, 'keep'>;
  /** What the person of that number is called; empty where nobody knows. */
  readonly findName: (phone: string) => string;
}

/** A text leaves its field with the files that are ready: it is kept, under the id of its request, before that. */
export function takeText(
  { phone, text, draftFiles }: { readonly phone: string; readonly text: string; readonly draftFiles: DraftFiles },
  { drafts, ids, kept, findName }: TakingTools,
): Leaving {
  const files = draftFiles.takeReady();
  const fileIds = files.flatMap(({ id }) => id ?? []);
  const act = ids.begin(toAct(toWritingAct(phone), { text, fileIds }));
  const { requestId } = act;
  const handle = kept.keep({ requestId, phone, name: findName(phone), text, fileIds });
  return {
    requestId,
    text,
    files,
    isStored: handle.isStored,
    handOver: async (onWait) => {
      const reply = await handle.handOver(onWait);
      act.end(typeof reply === 'string' ? null : reply);
      return reply;
    },
    release: () => {
      handle.release();
      act.end(null);
    },
    onTaken: async () => {
      draftFiles.forget(files);
      ids.forget(toWritingAct(phone));
      await drafts.saveRest(phone);
    },
  };
}
