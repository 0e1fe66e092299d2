import { refuseFields } from './refusal.ts';

const CHOICE = 'The value you selected is not a valid choice.';
const REQUIRED = 'This value should not be blank.';

/** A JSON object that is no array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The parameters of one request, from a query or a body, read field by field.
 * Numbers and booleans may come as text, as every form-encoding client sends them. Problems are collected, so that
 * one answer names them all: read everything, then call `check()`, which throws the 400.
 */
export class Form {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #keepsNulls: boolean;
  readonly #problems: Record<string, string[]> = {};

  /** `keepsNulls`: a null of the request is a value; it says nothing unless told so. */
  constructor(values: Readonly<Record<string, unknown>>, { keepsNulls = false } = {}) {
    this.#values = values;
    this.#keepsNulls = keepsNulls;
  }

  /** Says a sentence about a field, once however often the field is read. */
  reject(field: string, why: string): void {
    const said = (this.#problems[field] ??= []);
    if (!said.includes(why)) said.push(why);
  }

  check(): void {
    if (Object.keys(this.#problems).length > 0) throw refuseFields(this.#problems);
  }

  has(name: string): boolean {
    const value = this.#values[name];
    return value !== undefined && value !== null && value !== '';
  }

  /** A field as it came, for the few that are arrays or objects; undefined when absent. */
  raw(name: string): unknown {
    return this.#values[name] ?? undefined;
  }

  /** Whether a field is there at all, be it empty. */
  isGiven(name: string): boolean {
    const value = this.#values[name];
    return value !== undefined && value !== null;
  }

  /** Whether a field is said to have no value. */
  isNull(name: string): boolean {
    return this.#keepsNulls && Object.hasOwn(this.#values, name) && this.#values[name] === null;
  }

  /** Rejects a field that is left out; null and empty are values. */
  requireGiven(name: string): void {
    if (!Object.hasOwn(this.#values, name)) this.reject(name, REQUIRED);
  }

  /** The text of a field, '' when absent. A number is taken as its digits; anything else is refused. */
  text(name: string): string {
    const value = this.#values[name];
    if (value === undefined || value === null) return '';
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    this.reject(name, 'This value should be of type string.');
    return '';
  }

  required(name: string): string {
    const value = this.text(name);
    if (value.trim() === '' && this.#problems[name] === undefined) this.reject(name, REQUIRED);
    return value;
  }

  int(name: string, fallback: number): number {
    if (!this.has(name)) return fallback;
    const text = this.text(name).trim();
    if (/^-?\d{1,15}$/.test(text)) return Number(text);
    this.reject(name, 'This value should be of type int.');
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    if (!this.has(name)) return fallback;
    const text = this.text(name).trim().toLowerCase();
    if (text === '1' || text === 'true') return true;
    if (text === '0' || text === 'false') return false;
    this.reject(name, CHOICE);
    return fallback;
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    if (!this.has(name)) return fallback;
    const text = this.text(name);
    const found = choices.find((choice) => choice === text);
    if (found === undefined) this.reject(name, CHOICE);
    return found ?? fallback;
  }

  /** Comma-separated ids in one string, never a JSON array. */
  ids(name: string): number[] {
    const parts = this.list(name);
    if (parts.every((part) => /^\d{1,15}$/.test(part))) return parts.map(Number);
    this.reject(name, 'This value should be a comma-separated list of ids.');
    return [];
  }

  /** Comma-separated values in one string. */
  list(name: string): string[] {
    return this.text(name)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }
}
