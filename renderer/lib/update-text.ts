/** What is said of newer versions. Pure. */
import type { UpdatesView } from '#shared/contract/index.ts';
import type { Formats } from './format.ts';
import type { Translator } from './messages.ts';
import { updates as words } from './words/updates.ts';

interface Saying {
  readonly texts: Translator;
  readonly formats: Pick<Formats, 'age'>;
  /** Epoch ms. */
  readonly now: number;
}

const FAULTS = {
  offline: words.faultOffline,
  refused: words.faultRefused,
  disk: words.faultDisk,
  unknown: words.faultUnknown,
} as const;

/** How it stands with newer versions, in a sentence. */
export function toUpdateText(view: UpdatesView, saying: Saying): string {
  const { texts, formats, now } = saying;
  const version = view.version ?? '';
  switch (view.state) {
    case 'checking':
      return texts.text(words.checking);
    case 'downloading':
      return texts.text(words.downloading, { version, percent: view.percent });
    case 'staged':
      return view.isRestartWanted ? toWaitText(view, texts) : texts.text(words.staged, { version });
    case 'absent':
      return '';
    case 'idle':
      if (view.fault !== null) return texts.text(FAULTS[view.fault]);
      return view.checkedAt === null
        ? texts.text(words.unchecked)
        : texts.text(words.current, { time: formats.age(now - view.checkedAt) });
  }
}

/** What a restart that the user wants waits for. */
export function toWaitText({ waitsFor }: Pick<UpdatesView, 'waitsFor'>, texts: Translator): string {
  if (waitsFor.length === 0) return texts.text(words.waitingSoon);
  const [first] = waitsFor;
  const one = first === 'import' ? words.reasonImport : words.reasonSending;
  return texts.text(words.waiting, { reason: texts.text(waitsFor.length > 1 ? words.reasonBoth : one) });
}
