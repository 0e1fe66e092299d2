import { measure } from '../rules/parts.ts';
import { toPrice } from '../rules/prices.ts';
import type { Letter, MessageFile } from '../state/model.ts';

/** A message before it has an id: ids are given in the order of time once all are written. */
export interface Draft {
  readonly kind: 'in' | 'out';
  readonly phone: string;
  readonly at: number;
  readonly text: string;
  readonly letter?: Letter;
  readonly reason?: string;
  readonly picture?: string;
  /** Name of the send to many that it belongs to. */
  readonly bulk?: string;
  readonly userId: number;
}

const PICTURE = { width: 640, height: 480, size: 9_400 } as const;

export function toFiles(picture: string | undefined, id: number): readonly MessageFile[] | undefined {
  if (picture === undefined) return undefined;
  return [{ id, name: picture, originalName: picture, ...PICTURE }];
}

/** What a text costs and how it travels. */
export function toCharge(
  phone: string,
  text: string,
): { parts: number; charset: 'ISO-8859-1' | 'UTF-16BE'; price: number } {
  const { parts, charset } = measure(text);
  return { parts, charset, price: toPrice(phone, parts, 't') };
}
