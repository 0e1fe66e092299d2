import type { Page } from '#shared/domain/entities.ts';
import type { Template } from '#shared/domain/templates.ts';
import { toSegment } from '../../address.ts';
import { writeBulk } from '../../bulk/bulk-write.ts';
import type { CallOptions } from '../../call.ts';
import type { Chosen } from '../../bulk/portions.ts';
import type { Service } from '../../service.ts';
import type { Link } from '../../wire/link.ts';
import { decodeTemplate } from '../../wire/messages/template.ts';
import { isOfNothing, toAskedPage, toNoRows } from '../paging.ts';
import type { PageQuery } from '../paging.ts';

export interface TemplateSearch extends PageQuery {
  /** Words of the name; absent: any. */
  readonly name?: string;
  /** Words of the text; absent: any. */
  readonly content?: string;
  /** Only these; absent: any. */
  readonly templateIds?: readonly number[];
}

/** What a template is made of; neither may be blank. */
export interface TemplateWords {
  readonly name: string;
  readonly content: string;
}

const COLLECTION = { path: '/templates', feature: 'templates' } as const;

/**
 * `GET /templates` (supplement 1.4): texts that are kept, newest first, at most 100.
 * @throws AppError `not-found` where the service has no templates (then remembered)
 */
export function listTemplates(service: Service, query: PageQuery, options: CallOptions): Promise<Page<Template>> {
  const asked = toAskedPage(query);
  const request = { ...COLLECTION, absence: 'always', row: 'GET /templates', method: 'GET', asked } as const;
  return service.listRows({ ...request, query: { ...asked } }, decodeTemplate, options);
}

/**
 * `GET /templates/search` (supplement 1.4): the same by words of the name, of the text, or by ids.
 * @throws AppError `not-found` where the service has no templates
 */
export function searchTemplates(
  service: Service,
  query: TemplateSearch,
  options: CallOptions,
): Promise<Page<Template>> {
  const asked = toAskedPage(query);
  const { name, content, templateIds } = query;
  if (isOfNothing(templateIds)) return Promise.resolve(toNoRows(asked));
  const path = '/templates/search';
  const request = { ...COLLECTION, path, row: `GET ${path}`, method: 'GET', asked } as const;
  const ids = templateIds === undefined ? undefined : templateIds.join(',');
  return service.listRows({ ...request, query: { ...asked, name, content, ids } }, decodeTemplate, options);
}

/** `GET /templates/{id}` (supplement 1.4). @throws AppError `not-found` */
export function getTemplate(
  service: Service,
  query: { readonly templateId: number },
  options: CallOptions,
): Promise<Template> {
  return service.getRow({ row: 'GET /templates/{id}', method: 'GET', ...toPlace(query) }, decodeTemplate, options);
}

/**
 * `POST /templates` (supplement 1.4).
 * @throws AppError `validation` for a blank name or text; `not-found` where the service has no templates
 */
export function createTemplate(service: Service, words: TemplateWords, options: CallOptions): Promise<Link> {
  const { name, content } = words;
  return service.write({ ...COLLECTION, row: 'POST /templates', method: 'POST', body: { name, content } }, options);
}

/** `PUT /templates/{id}` (supplement 1.4): replaces both words. @throws AppError `validation`, `not-found` */
export async function updateTemplate(
  service: Service,
  { templateId, name, content }: TemplateWords & { readonly templateId: number },
  options: CallOptions,
): Promise<void> {
  const request = { row: 'PUT /templates/{id}', method: 'PUT', ...toPlace({ templateId }) } as const;
  await service.write({ ...request, body: { name, content } }, options);
}

/** `DELETE /templates/{id}` (supplement 1.4). @throws AppError `not-found` */
export async function deleteTemplate(
  service: Service,
  query: { readonly templateId: number },
  options: CallOptions,
): Promise<void> {
  await service.write({ row: 'DELETE /templates/{id}', method: 'DELETE', ...toPlace(query) }, options);
}

/**
 * `POST /templates/delete` (supplement 1.4): these, as far as they exist, 500 to a request, or all of them. No
 * ids ask nothing.
 * @throws AppError `not-found` where none of them exists; `PartlyDoneError` where some were deleted
 */
export function deleteTemplates(service: Service, query: Chosen<'templateIds'>, options: CallOptions): Promise<void> {
  const chosen = query.all === true ? 'all' : query.templateIds;
  const bulk = { path: '/templates/delete', chosen, allAs: 'boolean', feature: 'templates' } as const;
  return writeBulk(service, { ...bulk, passesMissing: true }, options);
}

/** A 404 here says that the template is missing, not that there are none. */
function toPlace({ templateId }: { readonly templateId: number }) {
  return { path: `/templates/${toSegment(templateId)}`, feature: 'templates' } as const;
}
