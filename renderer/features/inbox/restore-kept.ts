import type { KeptTexts } from '#renderer/data/kept-texts.svelte.ts';
import type { Drafts } from '#renderer/features/composer/composer-drafts.ts';
import { joinTexts } from '#renderer/features/composer/draft-texts.ts';
import type { Composer } from '#renderer/features/composer/composer.svelte.ts';

/**
 * Hands over what an earlier life of the page kept, in order and under the ids of then: main takes a text that it has
 * already for the same one. What it refuses comes back into the box, or the draft, of its number.
 */
export function restoreKept(
  kept: Pick<KeptTexts, 'restore'>,
  { drafts, findShown }: { readonly drafts: Drafts; readonly findShown: (phone: string) => Composer | null },
): void {
  for (const { phone, text, fileIds, ...handle } of kept.restore()) {
    const draftFiles = drafts.files(phone);
    const files = fileIds.map((id) => ({ id }));
    draftFiles.hide(files);
    const leaving = {
      ...{ requestId: handle.requestId, text, files: [], isStored: handle.isStored, handOver: handle.handOver },
      onTaken: async () => {
        draftFiles.unhide(files);
        await drafts.saveWithout(phone, text);
      },
      release: () => {
        handle.release();
        draftFiles.unhide(files);
      },
    };
    const bringBack = (all: readonly { readonly text: string }[]): void => {
      void putBack(phone, joinTexts(all.map((one) => one.text)), { drafts, findShown });
    };
    void drafts.leaving.send(phone, leaving, bringBack);
  }
}

/** Before what the draft says, unless that begins with it: an earlier life of the page may have saved it there. */
async function putBack(
  phone: string,
  text: string,
  { drafts, findShown }: { readonly drafts: Drafts; readonly findShown: (phone: string) => Composer | null },
): Promise<void> {
  const stored = await drafts.files(phone).load();
  const shown = findShown(phone);
  const here = shown?.text ?? drafts.read(phone, stored);
  if (here.trim().startsWith(text)) return;
  if (shown !== null) shown.putBack({ text, files: [] });
  else await drafts.putBack(phone, { text, files: [], stored });
}
