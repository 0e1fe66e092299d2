/** Looks over the raw text of a sheet while it is unpacked: whether it is whole, and which numbers are shown padded. */
import type { NumberShape } from '../cell-text.ts';

/** No tag is longer; what is, is text. */
const LONGEST_TAG = 65_536;
const LAST_TAG = /<\/(?:[\w.-]+:)?worksheet\s*>\s*$/;
const CELL_TAG = /<(?:[\w.-]+:)?c\s([^<>]*)/g;
const BASE = 26;

/** Number of the column named `letters`, from 0. */
function toColumn(letters: string): number {
  return [...letters].reduce((column, letter) => column * BASE + letter.charCodeAt(0) - 64, 0) - 1;
}

export class SheetCheck {
  readonly #shapes: readonly NumberShape[];
  readonly #digits = new Map<number, Map<number, number>>();
  #rest = '';

  constructor(shapes: readonly NumberShape[]) {
    this.#shapes = shapes.some((shape) => typeof shape === 'object') ? shapes : [];
  }

  /** Pieces in order. */
  look(piece: Buffer): void {
    const text = this.#rest + piece.toString('latin1');
    const cut = text.lastIndexOf('<');
    if (this.#shapes.length > 0) this.#findPadded(cut < 0 ? '' : text.slice(0, cut));
    this.#rest = text.slice(Math.max(cut, text.length - LONGEST_TAG, 0));
  }

  /** Whether the sheet has its end; to be asked at the end. */
  get isWhole(): boolean {
    return LAST_TAG.test(this.#rest);
  }

  /** How the number in that row and column (from 0) is shown. */
  getShape(row: number, column: number): NumberShape {
    const digits = this.#digits.get(row)?.get(column);
    return digits === undefined ? 'plain' : { digits };
  }

  #findPadded(text: string): void {
    for (const [, attributes = ''] of text.matchAll(CELL_TAG)) {
      const shape = this.#shapes[Number(/\bs="(\d+)"/.exec(attributes)?.[1] ?? NaN)];
      if (typeof shape !== 'object') continue;
      const [, letters = '', number = ''] = /\br="([A-Z]{1,3})(\d{1,7})"/.exec(attributes) ?? [];
      const row = this.#digits.get(Number(number) - 1) ?? new Map<number, number>();
      this.#digits.set(Number(number) - 1, row.set(toColumn(letters), shape.digits));
    }
  }
}
