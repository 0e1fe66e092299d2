/** Templates of this computer, and what it knows beside those of the service, between their rows and what they are. */
import * as v from 'valibot';
import type { OwnTemplate, TemplateExtras } from '../api/templates.ts';

export type OwnTemplateColumns = {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly modified_at: number;
};

export function toOwnTemplateColumns({ id, name, content, modifiedAt }: OwnTemplate): OwnTemplateColumns {
  return { id, name, content, modified_at: modifiedAt };
}

export function toOwnTemplate({ id, name, content, modified_at: modifiedAt }: OwnTemplateColumns): OwnTemplate {
  return { id, name, content, modifiedAt };
}

export interface TemplateExtrasRow {
  readonly key: string;
  readonly shortcut: string;
  /** JSON. */
  readonly fallbacks: string;
  readonly used_count: number;
  readonly last_used_at: number | null;
}

/** Not `record`, which leaves out names such as `constructor`: a field may be called so. */
const fallbacksSchema = v.custom<Readonly<Record<string, string>>>(
  (said) => typeof said === 'object' && said !== null && Object.values(said).every((text) => typeof text === 'string'),
);

export function toTemplateExtras(row: TemplateExtrasRow): TemplateExtras {
  return {
    ...{ key: row.key, shortcut: row.shortcut, fallbacks: v.parse(fallbacksSchema, JSON.parse(row.fallbacks)) },
    ...{ usedCount: row.used_count, lastUsedAt: row.last_used_at },
  };
}
