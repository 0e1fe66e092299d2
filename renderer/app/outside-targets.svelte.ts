import type { SwitchboardBridge, Target } from '#shared/contract/index.ts';
import type { Translator } from '#renderer/lib/messages.ts';
import { coalesced } from '#renderer/lib/async.ts';
import { hasOpenForm } from '#renderer/lib/keys/key-context.ts';
import { outside as words } from '#renderer/lib/words/outside.ts';
import type { Overlays } from './overlays.svelte.ts';
import type { Router } from './router.svelte.ts';
import type { Session } from './session.svelte.ts';
import type { Toasts } from './toasts.svelte.ts';

/** What a link gives to the new message. */
export type GivenMessage = Pick<Extract<Target, { kind: 'new-message' }>, 'phones' | 'text'>;

interface OutsideTargetsOptions {
  readonly session: Pick<Session, 'screen' | 'identity'>;
  readonly router: Pick<Router, 'openChat' | 'openNewMessage'>;
  readonly overlays: Pick<Overlays, 'top' | 'closeAll'>;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly texts: Translator;
  /** Gives a message to the screen that writes it. */
  readonly write: (message: GivenMessage) => void;
  /** Whether a form or a question lies over the window. */
  readonly hasForm?: () => boolean;
}

/**
 * Leads to where a click or a link outside the page leads, and a click on a notification of the page. Main is asked only while the screens of an account are shown, and
 * no form lies over them: until then it keeps the target.
 */
export class OutsideTargets {
  readonly #bridge: SwitchboardBridge;
  readonly #options: OutsideTargetsOptions;
  readonly #hasForm: () => boolean;
  readonly #stops: readonly (() => void)[];
  readonly #ask = coalesced(() => this.#take());
  /** Whether main may have one that was not asked for yet. */
  #isDue = true;
  /** Where a notification of this page leads, while a form keeps it waiting. */
  #held: Target | null = null;
  /** The account that was asked for last. */
  #account: string | null = null;
  #isGone = false;

  constructor(bridge: SwitchboardBridge, options: OutsideTargetsOptions) {
    this.#bridge = bridge;
    this.#options = options;
    this.#hasForm = options.hasForm ?? (() => hasOpenForm(document));
    this.#stops = [bridge.on('desktop.targetChanged', () => this.#hear()), bridge.onResync(() => this.#askAnew())];
  }

  /** An effect: asks once an account is shown, another one is, or the form over it is closed. */
  follow(): void {
    const { session, overlays } = this.#options;
    const account = session.screen === 'inbox' ? session.identity : null;
    if (account !== this.#account) {
      this.#isDue = true;
      this.#held = null;
    }
    this.#account = account;
    // Read in any case: the effect runs again once it changes.
    const isCovered = overlays.top !== null;
    if (isCovered && this.#hasForm()) return;
    if (this.#held !== null) void Promise.resolve(this.#held).then((target) => this.#go(target));
    this.#held = null;
    if (this.#isDue) this.#askIfShown();
  }

  /** The user clicked a notification that this page shows. */
  leadTo(target: Target): void {
    if (!this.#isHeld) this.#go(target);
    else {
      this.#held = target;
      this.#sayItWaits();
    }
  }

  dispose(): void {
    this.#isGone = true;
    for (const stop of this.#stops) stop();
  }

  /** The user has just done something outside. */
  #hear(): void {
    // The newest counts.
    this.#held = null;
    if (this.#options.session.screen === 'inbox' && this.#isHeld) this.#sayItWaits();
    this.#askAnew();
  }

  #sayItWaits(): void {
    const { toasts, texts } = this.#options;
    toasts.show(texts.text(words.waits));
  }

  #askAnew(): void {
    this.#isDue = true;
    if (!this.#isHeld) this.#askIfShown();
  }

  #askIfShown(): void {
    if (this.#options.session.screen === 'inbox') void this.#ask();
  }

  get #isHeld(): boolean {
    return this.#options.overlays.top !== null && this.#hasForm();
  }

  async #take(): Promise<void> {
    const { session } = this.#options;
    const account = session.identity;
    this.#isDue = false;
    const reply = await this.#bridge.request('desktop.takeTarget', {});
    if (!reply.ok) this.#isDue = true;
    else if (reply.value.target !== null && !this.#isGone && account === session.identity) this.#go(reply.value.target);
  }

  #go(target: Target): void {
    const { router, overlays, toasts, texts, write } = this.#options;
    if (target.kind === 'refused-link') {
      toasts.show(texts.text(target.reason === 'no-number' ? words.noNumber : words.unknown), { tone: 'fault' });
      return;
    }
    // Menus and the search; a form keeps the target waiting.
    overlays.closeAll();
    if (target.kind === 'chat') {
      router.openChat(target.chatId, null);
    } else {
      write({ phones: target.phones, text: target.text });
      router.openNewMessage();
    }
  }
}
