/**
 * XML as it comes, piece by piece: tags and texts in order, nothing kept. What no part of a workbook has (a document
 * type, with which entities are defined) is refused.
 */
import { TableError } from '../problem.ts';
import { decodeEntities } from './xml.ts';

export interface TagTaker {
  /** `name` without its prefix; `inside`: its attributes as they stand. A tag that closes itself is closed as well. */
  open(name: string, inside: string): void;
  close(name: string): void;
  /** Decoded. A long text comes in several pieces. */
  text(text: string): void;
}

/** No tag of a workbook is longer. */
const LONGEST_TAG = 64 * 1_024;
/** A text that is longer is handed over before its end is seen. */
const LONGEST_TEXT = 64 * 1_024;
/** Where an entity may be cut in two. */
const LONGEST_ENTITY = 16;

const NAME_END = /[\s/]/;
const GREATER = 0x3e;
const DOUBLE = 0x22;
const SINGLE = 0x27;
/** Where attributes may be written in another way than all programs do. */
const UNUSUAL = /['\t\r\n]|\s=|=\s/;

function refuse(): never {
  throw new TableError({ kind: 'damaged', detail: 'we can’t read its XML' });
}

function toLocal(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export class TagReader {
  readonly #taker: TagTaker;
  readonly #decoder = new TextDecoder('utf-8');
  #buffer = '';
  #at = 0;

  constructor(taker: TagTaker) {
    this.#taker = taker;
  }

  /** Pieces in order. Throws `TableError`. */
  read(piece: Buffer): void {
    this.#buffer = this.#buffer.slice(this.#at) + this.#decoder.decode(piece, { stream: true });
    this.#at = 0;
    while (this.#at < this.#buffer.length && this.#step());
  }

  /** Hands over one text or one tag. Returns whether there was a whole one. */
  #step(): boolean {
    const next = this.#buffer.indexOf('<', this.#at);
    if (next === this.#at) return this.#readTag();
    return this.#readText(next);
  }

  #readText(next: number): boolean {
    const rest = this.#buffer.length - this.#at;
    if (next < 0 && rest < LONGEST_TEXT) return false;
    const end = next >= 0 ? next : this.#buffer.length - this.#findCutEntity();
    const text = this.#buffer.slice(this.#at, end);
    this.#at = end;
    // A line break is one character in XML, however it is written.
    this.#taker.text(decodeEntities(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text));
    return next >= 0;
  }

  /** Characters at the end that may be the beginning of an entity, or of a line break. */
  #findCutEntity(): number {
    const tail = this.#buffer.slice(-LONGEST_ENTITY);
    const cut = Math.max(tail.lastIndexOf('&'), tail.endsWith('\r') ? tail.length - 1 : -1);
    return cut < 0 ? 0 : tail.length - cut;
  }

  #readTag(): boolean {
    const second = this.#buffer[this.#at + 1];
    if (second === '?') return this.#skipTo('?>');
    if (second === '!') return this.#readDeclaration();
    const end = this.#findTagEnd();
    if (end < 0) return false;
    const isEmpty = this.#buffer[end - 1] === '/';
    if (second === '/') this.#taker.close(toLocal(this.#buffer.slice(this.#at + 2, end).trim()));
    else this.#open(this.#buffer.slice(this.#at + 1, isEmpty ? end - 1 : end), isEmpty);
    this.#at = end + 1;
    return true;
  }

  #open(tag: string, isEmpty: boolean): void {
    const end = tag.search(NAME_END);
    const name = toLocal(end < 0 ? tag : tag.slice(0, end));
    this.#taker.open(name, end < 0 ? '' : tag.slice(end));
    if (isEmpty) this.#taker.close(name);
  }

  /** The `>` that ends the tag: not one in quotation marks. Below 0 where it has not come yet. */
  #findTagEnd(): number {
    const last = Math.min(this.#buffer.length, this.#at + LONGEST_TAG);
    let quote = 0;
    for (let at = this.#at + 1; at < last; at += 1) {
      const code = this.#buffer.charCodeAt(at);
      if (quote !== 0) quote = code === quote ? 0 : quote;
      else if (code === GREATER) return at;
      else if (code === DOUBLE || code === SINGLE) quote = code;
    }
    if (this.#buffer.length - this.#at > LONGEST_TAG) refuse();
    return -1;
  }

  #readDeclaration(): boolean {
    const rest = this.#buffer.slice(this.#at, this.#at + 9);
    if (rest.startsWith('<!--')) return this.#skipTo('-->');
    if ('<![CDATA['.startsWith(rest) && rest.length < 9) return false;
    if (rest !== '<![CDATA[') return rest.length < 4 && '<!--'.startsWith(rest) ? false : refuse();
    const end = this.#buffer.indexOf(']]>', this.#at);
    if (end < 0) return this.#wait();
    this.#taker.text(this.#buffer.slice(this.#at + 9, end));
    this.#at = end + 3;
    return true;
  }

  #skipTo(mark: string): boolean {
    const end = this.#buffer.indexOf(mark, this.#at + 2);
    if (end < 0) return this.#wait();
    this.#at = end + mark.length;
    return true;
  }

  /** For what has no end yet, within reason. */
  #wait(): false {
    if (this.#buffer.length - this.#at > LONGEST_TAG * 16) refuse();
    return false;
  }
}

/** One attribute out of the inside of a tag; `name` without a prefix. */
export function findAttribute(inside: string, name: string): string | undefined {
  const quick = inside.indexOf(` ${name}="`);
  if (quick >= 0) {
    const from = quick + name.length + 3;
    return decodeEntities(inside.slice(from, inside.indexOf('"', from)));
  }
  if (!UNUSUAL.test(inside)) return undefined;
  const [, double, single] = new RegExp(String.raw`(?:^|\s)${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(inside) ?? [];
  const value = double ?? single;
  return value === undefined ? undefined : decodeEntities(value);
}
