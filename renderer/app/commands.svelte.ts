import type { ChatView } from '#shared/contract/index.ts';
import type { CommandId } from '#shared/domain/commands.ts';
import type { KeyContext } from '#renderer/lib/keys/press.ts';

/** Where a command comes from. */
export interface CommandContext {
  readonly place: KeyContext;
  /** What has the focus; null where nothing has, or the palette asks. */
  readonly target: Element | null;
  /** The chat that was named, as by the palette; null: whichever the keys mean. */
  readonly chat: ChatView | null;
  /** Whether the palette asks: it lies over whatever section is on screen, and brings the right one. */
  readonly isFromPalette: boolean;
}

export interface CommandHandler {
  readonly run: (context: CommandContext) => unknown;
  /** Whether there is anything to do now; reads runes. Absent: always. */
  readonly can?: (context: CommandContext) => boolean;
}

export type CommandHandlers = Readonly<Partial<Record<CommandId, CommandHandler>>>;

/**
 * Who does what the commands mean. Parts of the window register what they do while they are on screen:
 *
 *   onMount(() => app.commands.register({ 'jump-to-date': { can: () => …, run: () => desk.openJump() } }));
 *
 * Keys, palette and menus run them from here; a command without a handler that can act is not offered, and its key is not ours.
 * Of two that can, the one that was registered last does.
 */
export class Commands {
  #parts = $state.raw<readonly CommandHandlers[]>([]);

  /** Returns its own undo. */
  register(handlers: CommandHandlers): () => void {
    this.#parts = [handlers, ...this.#parts];
    return () => {
      this.#parts = this.#parts.filter((part) => part !== handlers);
    };
  }

  can(id: CommandId, context: CommandContext): boolean {
    return this.#find(id, context) !== null;
  }

  /** False where no handler can act now. */
  run(id: CommandId, context: CommandContext): boolean {
    const handler = this.#find(id, context);
    handler?.run(context);
    return handler !== null;
  }

  #find(id: CommandId, context: CommandContext): CommandHandler | null {
    for (const part of this.#parts) {
      const handler = part[id];
      if (handler !== undefined && handler.can?.(context) !== false) return handler;
    }
    return null;
  }
}
