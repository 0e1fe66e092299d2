/** What templates ask of the service, while the user waits. */
import type { CallOptions, PagingQuery } from '#main/sync/calls.ts';
import type { Page } from '#shared/domain/entities.ts';
import type { Template } from '#shared/domain/templates.ts';

/** Neither may be blank. */
export interface TemplateWords {
  readonly name: string;
  readonly content: string;
}

/** Every method throws `AppError` and nothing else. */
export interface TemplateService {
  listTemplates(query: PagingQuery, options: CallOptions): Promise<Page<Template>>;
  getTemplate(query: { readonly templateId: number }, options: CallOptions): Promise<Template>;
  /** Null: the service does not say the id of what it made. */
  createTemplate(words: TemplateWords, options: CallOptions): Promise<{ readonly id: number | null }>;
  updateTemplate(query: TemplateWords & { readonly templateId: number }, options: CallOptions): Promise<void>;
  deleteTemplate(query: { readonly templateId: number }, options: CallOptions): Promise<void>;
  deleteTemplates(query: { readonly templateIds: readonly number[] }, options: CallOptions): Promise<void>;
}
