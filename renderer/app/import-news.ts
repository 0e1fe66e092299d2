import type { ImportRunView } from '#shared/contract/index.ts';
import type { Message, Translator } from '#renderer/lib/messages.ts';
import { imports as words } from '#renderer/lib/words/imports.ts';
import type { Router } from './router.svelte.ts';
import type { Toasts } from './toasts.svelte.ts';

interface ImportNewsOptions {
  readonly router: Router;
  readonly toasts: Toasts;
  readonly texts: Translator;
}

const ENDINGS: Readonly<Partial<Record<ImportRunView['state'], Message<'file'>>>> = {
  finished: words.finished,
  stopped: words.stopped,
  undone: words.undone,
};

/** Says that an import or its undo is over, with the way to what came of it; nothing where the user sees it. */
export function tellImportEnded(
  { id, state, fileName, isPasted }: Pick<ImportRunView, 'id' | 'state' | 'fileName' | 'isPasted'>,
  { router, toasts, texts }: ImportNewsOptions,
): void {
  const { route } = router;
  const ending = ENDINGS[state];
  if (ending === undefined || (route.kind === 'import' && route.importId === id)) return;
  const show = (): void => router.go({ kind: 'import', importId: id });
  const file = isPasted ? texts.text(words.pasted) : fileName;
  toasts.show(texts.text(ending, { file }), { action: { label: texts.text(words.show), run: show } });
}
