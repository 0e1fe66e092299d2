/** Text with delimiters to rows: RFC 4180, and what programs make of it. */

/** Takes the cells of one row; `false` stops. `line`: where the row begins, from 1. */
export type RowTaker = (line: number, cells: string[]) => boolean;

/** Where a quotation mark opens that never closes. */
export interface Unclosed {
  readonly line: number;
}

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

class Splitter {
  readonly #text: string;
  readonly #delimiter: number;
  #at = 0;
  #line = 1;
  unclosed: Unclosed | undefined;

  constructor(text: string, delimiter: string) {
    this.#text = text;
    this.#delimiter = delimiter.charCodeAt(0);
  }

  get line(): number {
    return this.#line;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  nextRow(): string[] {
    const cells: string[] = [];
    for (;;) {
      cells.push(this.#text.charCodeAt(this.#at) === QUOTE ? this.#quoted() : this.#bare());
      if (this.#text.charCodeAt(this.#at) !== this.#delimiter) break;
      this.#at += 1;
    }
    this.#endLine();
    return cells;
  }

  /** Up to the delimiter or the end of the line: quotation marks in there are text. */
  #bare(): string {
    const start = this.#at;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === this.#delimiter || code === LF || code === CR) break;
    }
    return this.#text.slice(start, this.#at);
  }

  /** Between quotation marks, where two stand for one; what follows the closing one is text as well. */
  #quoted(): string {
    const opensAt = this.#line;
    let value = '';
    let from = this.#at + 1;
    for (;;) {
      const end = this.#text.indexOf('"', from);
      if (end < 0) {
        this.unclosed = { line: opensAt };
        this.#at = this.#text.length;
        return value + this.#text.slice(from);
      }
      value += this.#text.slice(from, end);
      this.#countLines(from, end);
      if (this.#text.charCodeAt(end + 1) !== QUOTE) {
        this.#at = end + 1;
        return value + this.#bare();
      }
      value += '"';
      from = end + 2;
    }
  }

  #countLines(from: number, to: number): void {
    for (let index = from; index < to; index += 1) {
      const code = this.#text.charCodeAt(index);
      if (code === LF || (code === CR && this.#text.charCodeAt(index + 1) !== LF)) this.#line += 1;
    }
  }

  #endLine(): void {
    if (this.isAtEnd) return;
    const isPair = this.#text.charCodeAt(this.#at) === CR && this.#text.charCodeAt(this.#at + 1) === LF;
    this.#at += isPair ? 2 : 1;
    this.#line += 1;
  }
}

/** Hands every row of `text` to `take`. Returns where a quotation mark opens that never closes, if one does. */
export function splitRows(text: string, delimiter: string, take: RowTaker): Unclosed | undefined {
  const splitter = new Splitter(text, delimiter);
  while (!splitter.isAtEnd) {
    const { line } = splitter;
    const cells = splitter.nextRow();
    if (splitter.unclosed !== undefined) return splitter.unclosed;
    if (!take(line, cells)) break;
  }
  return undefined;
}
