import type { ContractError, SwitchboardBridge } from '#shared/contract/index.ts';
import type { Session } from '#renderer/app/session.svelte.ts';
import type { Toasts } from '#renderer/app/toasts.svelte.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import { findLinkWarning, isOpenable, toFileWarning } from './message-text.ts';
import { linkWarning, threadRows } from './messages.ts';
import type { ThreadDialogs } from './thread-dialogs.svelte.ts';

interface OutsideApp {
  readonly bridge: SwitchboardBridge;
  readonly toasts: Pick<Toasts, 'show'>;
}

interface OutsideOptions {
  readonly app: OutsideApp & { readonly session: Pick<Session, 'view'> };
  readonly texts: Translator;
  readonly dialogs: Pick<ThreadDialogs, 'show'>;
}

/** Opens links and files of messages outside the app; asks before where they may mislead. */
export class Outside {
  readonly #options: OutsideOptions;

  constructor(options: OutsideOptions) {
    this.#options = options;
  }

  /** A link of a text, and how it stands there. */
  openLink(url: string, shown: string): void {
    const warning = isOpenable(url) ? findLinkWarning(shown, url) : null;
    if (warning === null) void openOutside(this.#options, url);
    else this.#options.dialogs.show({ kind: 'link', url, warning });
  }

  /** A file of ours that went as a link: for the service's own web application nothing is asked. */
  openUpload({ url, shown }: { readonly url: string; readonly shown: string }): void {
    const web = URL.parse(this.#options.app.session.view?.webUrl ?? '');
    if (web !== null && URL.parse(url)?.host === web.host) void openOutside(this.#options, url);
    else this.openLink(url, shown);
  }

  /** A file that came with a message: main knows where it lies. */
  async openFile(mediaId: string): Promise<void> {
    const { app, dialogs } = this.#options;
    const reply = await app.bridge.request('files.openAttachment', { mediaId });
    if (!reply.ok) {
      this.#tellFault(reply.error);
      return;
    }
    const { askFirst } = reply.value;
    if (askFirst !== null) dialogs.show({ kind: 'link', url: askFirst, warning: toFileWarning(askFirst) });
  }

  #tellFault(problem: ContractError): void {
    const { app, texts } = this.#options;
    const detail = toProblemText(problem, texts);
    app.toasts.show(texts.text(threadRows.fileNotOpened, { detail }).trim(), { tone: 'fault' });
  }
}

/** Opens an address and says so where nothing opens it. */
export async function openOutside(
  { app, texts }: { readonly app: OutsideApp; readonly texts: Translator },
  url: string,
): Promise<void> {
  const reply = await app.bridge.request('host.openLink', { url });
  if (!reply.ok) app.toasts.show(texts.text(linkWarning.notOpened), { tone: 'fault' });
}
