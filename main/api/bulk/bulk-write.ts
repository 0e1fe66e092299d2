/** Writes with `ids` and `all` (specification, "Bulk-action parameter pattern"). */
import type { CallOptions } from '../call.ts';
import { writePortions } from './portions.ts';
import type { Portioning } from './portions.ts';
import type { FeatureRequest, Service } from '../service.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One of them, always a POST. */
export interface BulkWrite extends Portioning, Pick<FeatureRequest, 'feature' | 'absence'> {
  readonly path: string;
  /** Where the path names a thing; else it is the path's own. */
  readonly row?: string;
  /** Ids, all that there are, or all that have a status. */
  readonly chosen: readonly number[] | 'all' | { readonly status: string };
  /**
   * How `all` is written (supplement 3.3): a digit in every document, a boolean in the only one that has the row, or a
   * digit in the specification and a boolean in the client libraries: then the service shows which it takes.
   */
  readonly allAs: 'digit' | 'boolean' | 'either';
  /** Fields besides, in both forms. */
  readonly also?: { readonly spec: Fields; readonly sdk: Fields };
}

/**
 * Makes the write, 500 ids a request; no ids ask nothing. Ids that the service does not know change nothing.
 * @throws AppError; `PartlyDoneError` after a failure on the way
 */
export async function writeBulk(service: Service, bulk: BulkWrite, options: CallOptions): Promise<void> {
  const { chosen, passesMissing = false } = bulk;
  if (chosen === 'all') await writeOnce(service, { bulk, fields: {}, isAll: true }, options);
  else if ('status' in chosen) await writeOnce(service, { bulk, fields: chosen, isAll: false }, options);
  else {
    const write = (portion: readonly number[]) =>
      writeOnce(service, { bulk, fields: { ids: portion.join(',') }, isAll: false }, options);
    await writePortions(chosen, write, { passesMissing });
  }
}

interface Portion {
  readonly bulk: BulkWrite;
  readonly fields: Fields;
  readonly isAll: boolean;
}

function writeOnce(service: Service, { bulk, fields, isAll }: Portion, options: CallOptions): Promise<unknown> {
  const { path, row = `POST ${path}`, allAs, also, feature, absence } = bulk;
  const request: Omit<FeatureRequest, 'body'> = {
    ...{ row, method: 'POST', path },
    ...(feature === undefined ? {} : { feature }),
    ...(absence === undefined ? {} : { absence }),
  };
  const spec = { ...fields, all: isAll ? 1 : 0, ...also?.spec };
  const sdk = { ...fields, all: isAll, ...also?.sdk };
  if (allAs === 'either') return service.writeEither({ ...request, spec, sdk }, options);
  return service.write({ ...request, body: allAs === 'digit' ? spec : sdk }, options);
}
