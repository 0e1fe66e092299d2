import type { Json } from '../http.ts';
import type { Shape } from '../settings.ts';
import type { World } from '../state/world.ts';

/** What mapping state to one answer needs to know. */
export interface View {
  readonly world: World;
  readonly shape: Shape;
  readonly nowAt: number;
  readonly webUrl: string;
  /** What this answer mapped before: a page of contacts holds the same user and lists hundreds of times. */
  readonly mapped: Map<string, Json>;
}

/** Maps once per answer. */
export function toOnce(view: View, key: string, map: () => Json): Json {
  const before = view.mapped.get(key);
  if (before !== undefined) return before;
  const value = map();
  view.mapped.set(key, value);
  return value;
}

/** `2015-06-19T09:48:24+0000`: no milliseconds, no colon in the offset. */
export function toDateTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}+0000`;
}

export function toNullableDateTime(at: number | null): string | null {
  return at === null ? null : toDateTime(at);
}

/** An empty text is null in the shape of the client libraries and stays empty in the specification's. */
export function toNullable(text: string, view: View): string | null {
  return text === '' && view.shape === 'sdk' ? null : text;
}
