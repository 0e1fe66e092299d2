/** The texts that the cells of a workbook refer to by number. */
import { TableError } from '../problem.ts';
import type { TableLimits } from '../table.ts';
import type { TagTaker } from './tag-reader.ts';

/** Characters that XML cannot hold, or that a program would not trust it with: `_x000D_`. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** Gathers the text of one cell from its runs; how it is pronounced (in East Asian sheets) is not part of it. */
export class TextGatherer {
  readonly #limits: TableLimits;
  #text = '';
  #isInText = false;
  #isInReading = false;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  open(name: string): void {
    if (name === 't') this.#isInText = true;
    else if (name === 'rPh') this.#isInReading = true;
  }

  close(name: string): void {
    if (name === 't') this.#isInText = false;
    else if (name === 'rPh') this.#isInReading = false;
  }

  add(text: string): void {
    if (!this.#isInText || this.#isInReading) return;
    this.#text += text;
    // Escapes are seven characters each: the text itself is measured once it is a cell.
    const most = this.#limits.cellLength;
    if (this.#text.length > most * 7)
      throw new TableError({ kind: 'too-large', what: 'cell', limit: most, line: null });
  }

  take(): string {
    const text = decodeEscapes(this.#text);
    this.#text = '';
    return text;
  }
}

export class SharedTexts implements TagTaker {
  readonly texts: string[] = [];
  readonly #limits: TableLimits;
  readonly #gatherer: TextGatherer;

  constructor(limits: TableLimits) {
    this.#limits = limits;
    this.#gatherer = new TextGatherer(limits);
  }

  open(name: string): void {
    this.#gatherer.open(name);
  }

  text(text: string): void {
    this.#gatherer.add(text);
  }

  close(name: string): void {
    this.#gatherer.close(name);
    if (name !== 'si') return;
    const { cells } = this.#limits;
    if (this.texts.length >= cells)
      throw new TableError({ kind: 'too-large', what: 'cells', limit: cells, line: null });
    this.texts.push(this.#gatherer.take());
  }
}
