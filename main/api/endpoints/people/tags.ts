import type { CallOptions } from '../../call.ts';
import type { Service } from '../../service.ts';
import type { Link } from '../../wire/link.ts';

/**
 * `POST /tags` (supplement 1.11): a new tag, to be put on contacts by its id. Services offer no list of tags, and no
 * way to change or delete one.
 * @throws AppError `validation` with `fields.title` (1 to 50 characters, unique in the account), `not-found` where the
 * service knows no tags
 */
export function createTag(service: Service, query: { readonly title: string }, options: CallOptions): Promise<Link> {
  const request = { row: 'POST /tags', method: 'POST', path: '/tags', feature: 'tags', absence: 'always' } as const;
  return service.write({ ...request, body: { title: query.title } }, options);
}
