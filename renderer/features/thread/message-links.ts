import { linkDoubt, threadRows } from './messages.ts';
import { findLinkDoubt, isOpenable, toFileDoubt } from './link-doubt.ts';
import { toProblemText } from '#renderer/lib/problems.ts';
import type { Texts } from '#renderer/lib/messages.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { ThreadDialogs } from './thread-dialogs.svelte.ts';

interface Options {
  readonly app: Pick<App, 'bridge' | 'session' | 'toasts'>;
  readonly texts: Texts;
  readonly dialogs: ThreadDialogs;
}

/** Opens what messages lead to, outside the app; asks before where that may lead elsewhere than it seems to. */
export class MessageLinks {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** A link of a text, and how it stands there. */
  open(url: string, shown: string): void {
    const doubt = isOpenable(url) ? findLinkDoubt(shown, url) : null;
    if (doubt === null) void openOutside(this.#options, url);
    else this.#options.dialogs.show({ kind: 'link', url, doubt });
  }

  /** A file of ours that went as a link: with the service's own web application nothing is asked. */
  openUpload({ url, shown }: { readonly url: string; readonly shown: string }): void {
    const { app } = this.#options;
    const web = URL.parse(app.session.view?.webUrl ?? '');
    if (web !== null && URL.parse(url)?.host === web.host) void openOutside(this.#options, url);
    else this.open(url, shown);
  }

  /** A file that came with a message: main knows where it lies. */
  async openFile(mediaId: string): Promise<void> {
    const { app, texts, dialogs } = this.#options;
    const reply = await app.bridge.request('files.openAttachment', { mediaId });
    if (!reply.ok) {
      const detail = toProblemText(reply.error, texts);
      app.toasts.show(texts.text(threadRows.fileNotOpened, { detail }).trim(), { tone: 'fault' });
      return;
    }
    const { askFirst } = reply.value;
    if (askFirst !== null) dialogs.show({ kind: 'link', url: askFirst, doubt: toFileDoubt(askFirst) });
  }
}

/** Opens an address and says so where nothing opens it. */
export async function openOutside({ app, texts }: Pick<Options, 'app' | 'texts'>, url: string): Promise<void> {
  const reply = await app.bridge.request('host.openLink', { url });
  if (!reply.ok) app.toasts.show(texts.text(linkDoubt.notOpened), { tone: 'fault' });
}
