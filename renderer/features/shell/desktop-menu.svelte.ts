import type { RequestInput } from '#shared/contract/index.ts';
import { COMMANDS, type CommandId } from '#shared/domain/commands.ts';
import { MENU_COMMANDS } from '#shared/domain/desktop-menu.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { CommandContext } from '#renderer/app/commands.svelte.ts';
import { hasOpenForm } from '#renderer/lib/keys/key-context.ts';
import { commandTitles } from '#renderer/lib/words/commands.ts';
import type { Translator } from '#renderer/lib/messages.ts';

type MenuView = RequestInput<'desktop.setMenu'>;

interface DesktopMenuOptions {
  readonly app: Pick<App, 'bridge' | 'commands' | 'host' | 'keys' | 'overlays'>;
  readonly texts: Translator;
  /** Whether a form or a question lies over the window. */
  readonly hasForm?: () => boolean;
}

/** So many changes that belong together are told once. */
const GATHER_MS = 100;
/** What a menu shows of a chord: letters alone would be typed. */
const HELD = /^(?:Ctrl|Alt)\+/;

/** The menus of the desktop, where it has some: main shows what can be done here now, and tells what was chosen. */
export class DesktopMenu {
  readonly #options: DesktopMenuOptions;
  readonly #hasForm: () => boolean;
  readonly #stop: () => void;
  #told = '';

  constructor({ hasForm = () => hasOpenForm(document), ...options }: DesktopMenuOptions) {
    this.#options = { ...options };
    this.#hasForm = hasForm;
    this.#stop = options.app.bridge.on('desktop.commandChosen', ({ command }) => this.#run(command));
  }

  /** Whether a button of the page opens them. Reads runes. */
  get hasButton(): boolean {
    return this.#options.app.host.info?.menus === 'button';
  }

  /** An effect: tells main whenever something else can be done. */
  follow(): (() => void) | undefined {
    const { app } = this.#options;
    if (app.host.info === null || app.host.info.menus === 'none') return undefined;
    // Read for the effect alone: what lies over the window is in the document only after it.
    this.#toView();
    const timer = setTimeout(() => this.#tell(), GATHER_MS);
    return () => clearTimeout(timer);
  }

  /** Below what was pressed. */
  open({ left, bottom }: Pick<DOMRect, 'bottom' | 'left'>): void {
    if (this.hasButton) void this.#options.app.bridge.request('desktop.showMenu', { x: left, y: bottom });
  }

  dispose(): void {
    this.#stop();
  }

  #tell(): void {
    const view = this.#toView();
    const text = JSON.stringify(view);
    if (text === this.#told) return;
    this.#told = text;
    void this.#options.app.bridge.request('desktop.setMenu', view);
  }

  #toView(): MenuView {
    const { app, texts } = this.#options;
    const isHeld = this.#isHeld;
    const commands = MENU_COMMANDS.map((id) => ({
      id,
      label: texts.text(commandTitles[id]),
      chord: app.keys.chordsOf(id).find((chord) => HELD.test(chord) && app.keys.isOn(chord)) ?? '',
      canRun: !isHeld && app.commands.can(id, toContext(id)),
    }));
    return { commands };
  }

  #run(id: CommandId): void {
    if (!this.#isHeld) this.#options.app.commands.run(id, toContext(id));
  }

  get #isHeld(): boolean {
    return this.#options.app.overlays.top !== null && this.#hasForm();
  }
}

/** What is done to a chat is meant for the one in sight; for everything else the right screen is brought. */
function toContext(id: CommandId): CommandContext {
  const isOfChat = COMMANDS.some((row) => row.id === id && row.scope === 'chat');
  return { place: 'elsewhere', target: null, chat: null, isFromPalette: !isOfChat };
}
