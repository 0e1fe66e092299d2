/**
 * What was learned about one service: which way of writing or asking it takes, and what it does not have. Kept per
 * account by the caller, so that a start need not learn it again.
 */
import { FEATURES } from '#shared/domain/features.ts';
import type { Feature } from '#shared/domain/features.ts';

/** The same as plain data, to be kept. */
export interface KnowledgeData {
  /** Name of the variant that worked last, by family of operations. */
  readonly variants: Readonly<Record<string, string>>;
  /** Since when (epoch ms) a feature is known to be missing. */
  readonly absentSince: Readonly<Partial<Record<Feature, number>>>;
}

export const NO_KNOWLEDGE: KnowledgeData = { variants: {}, absentSince: {} };

/** Services grow: after this time a missing feature is asked for again. */
export const ABSENCE_HOLDS_MS = 24 * 3_600_000;

export interface KnowledgeOptions {
  readonly data: KnowledgeData;
  readonly now: () => number;
  /** Told of everything new. */
  readonly onLearned: (data: KnowledgeData) => void;
}

export class Knowledge {
  readonly #options: KnowledgeOptions;
  #data: KnowledgeData;

  constructor(options: KnowledgeOptions) {
    this.#options = options;
    this.#data = options.data;
  }

  get data(): KnowledgeData {
    return this.#data;
  }

  /** The variant of that family that worked last; undefined where none was tried. */
  findVariant(family: string): string | undefined {
    return Object.hasOwn(this.#data.variants, family) ? this.#data.variants[family] : undefined;
  }

  noteVariant(family: string, variant: string): void {
    if (this.findVariant(family) === variant) return;
    this.#learn({ ...this.#data, variants: { ...this.#data.variants, [family]: variant } });
  }

  isAbsent(feature: Feature): boolean {
    const since = this.#data.absentSince[feature];
    if (since === undefined) return false;
    const age = this.#options.now() - since;
    // A clock that was set back must not keep a feature away for years.
    return age >= 0 && age < ABSENCE_HOLDS_MS;
  }

  get absent(): readonly Feature[] {
    return FEATURES.filter((feature) => this.isAbsent(feature));
  }

  noteAbsent(feature: Feature): void {
    if (this.isAbsent(feature)) return;
    this.#learn({ ...this.#data, absentSince: { ...this.#data.absentSince, [feature]: this.#options.now() } });
  }

  notePresent(feature: Feature): void {
    if (this.#data.absentSince[feature] === undefined) return;
    const { [feature]: _gone, ...absentSince } = this.#data.absentSince;
    this.#learn({ ...this.#data, absentSince });
  }

  /** A person wants everything checked anew. */
  forgetAbsences(): void {
    if (Object.keys(this.#data.absentSince).length > 0) this.#learn({ ...this.#data, absentSince: {} });
  }

  #learn(data: KnowledgeData): void {
    this.#data = data;
    this.#options.onLearned(data);
  }
}
