import type { RequestInput, SavedView } from '#shared/contract/index.ts';
import { toNotFound, toRefusal } from '#main/services/refusals.ts';
import type { EventBus } from '#main/services/event-bus.ts';
import type { Session } from '#main/services/account/session.ts';
import { Serial } from '#shared/lib/serial.ts';

const MOST_VIEWS = 30;

/** Lists of chats that the user keeps under a name; each account has its own. */
export class SavedViews {
  readonly #session: Session;
  readonly #events: Pick<EventBus, 'viewsChanged'>;
  readonly #createId: () => string;
  /** One change at a time: each looks at all of them first. */
  readonly #turns = new Serial();

  constructor(needs: {
    readonly session: Session;
    readonly events: Pick<EventBus, 'viewsChanged'>;
    readonly createId: () => string;
  }) {
    this.#session = needs.session;
    this.#events = needs.events;
    this.#createId = needs.createId;
  }

  /** In their order. Throws `disk`. */
  async list(): Promise<SavedView[]> {
    return [...(await this.#session.getAccount().store.listViews({}))];
  }

  /**
   * A new one goes to the end. Throws `validation` (`view`: `too-many`) where there are as many as there may be, `not-found`
   * for the id of none, and `disk`.
   */
  save({ view }: Pick<RequestInput<'views.save'>, 'view'>): Promise<SavedView[]> {
    return this.#change(async () => {
      const { store } = this.#session.getAccount();
      const known = await store.listViews({});
      if (view.id === null && known.length >= MOST_VIEWS) throw toRefusal('view', 'too-many');
      if (view.id !== null && !known.some(({ id }) => id === view.id)) throw toNotFound('view');
      await store.saveView({ view: { ...view, id: view.id ?? this.#createId() } });
    });
  }

  /** Throws `not-found` or `disk`. */
  remove(id: string): Promise<SavedView[]> {
    return this.#change(async () => {
      const { isRemoved } = await this.#session.getAccount().store.removeView({ id });
      if (!isRemoved) throw toNotFound('view');
    });
  }

  /** All of them in their new order. Throws `validation` (`ids`: `not-all`) where they are others by now, and `disk`. */
  order(ids: readonly string[]): Promise<SavedView[]> {
    return this.#change(async () => {
      const { store } = this.#session.getAccount();
      const known = (await store.listViews({})).map(({ id }) => id);
      const isSame = ids.length === known.length && new Set(ids).size === ids.length;
      if (!isSame || !known.every((id) => ids.includes(id))) throw toRefusal('ids', 'not-all');
      await store.orderViews({ ids });
    });
  }

  #change(write: () => Promise<void>): Promise<SavedView[]> {
    return this.#turns.run(async () => {
      await write();
      this.#events.viewsChanged();
      return await this.list();
    });
  }
}
