import type { ThreadItem } from './model.ts';

const NOTHING: readonly ThreadItem[] = [];

export function toPhone(item: ThreadItem): string {
  if (item.kind === 'out') return item.receiver;
  return item.kind === 'in' ? item.sender : item.phone;
}

/** Messages of both directions, calls and team notes, by the other side's number, oldest first. */
export class Threads {
  readonly #byPhone = new Map<string, ThreadItem[]>();

  constructor(kinds: readonly (readonly ThreadItem[])[]) {
    for (const items of kinds) {
      for (const item of items) this.#bucket(toPhone(item)).push(item);
    }
    for (const items of this.#byPhone.values()) items.sort((a, b) => a.at - b.at);
  }

  add(item: ThreadItem): void {
    const items = this.#bucket(toPhone(item));
    let at = items.length;
    while (at > 0 && (items[at - 1]?.at ?? 0) > item.at) at -= 1;
    items.splice(at, 0, item);
  }

  /** Takes items out of the thread of one number. */
  remove(phone: string, gone: ReadonlySet<ThreadItem>): void {
    const left = this.list(phone).filter((item) => !gone.has(item));
    if (left.length === 0) this.#byPhone.delete(phone);
    else this.#byPhone.set(phone, left);
  }

  list(phone: string): readonly ThreadItem[] {
    return this.#byPhone.get(phone) ?? NOTHING;
  }

  #bucket(phone: string): ThreadItem[] {
    const found = this.#byPhone.get(phone);
    if (found !== undefined) return found;
    const created: ThreadItem[] = [];
    this.#byPhone.set(phone, created);
    return created;
  }
}
