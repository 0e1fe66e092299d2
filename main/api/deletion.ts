import type { CallOptions } from './call.ts';
import { writePortions } from './portions.ts';
import type { FeatureRequest, Service } from './service.ts';

export interface Deletion extends Pick<FeatureRequest, 'feature'> {
  readonly path: string;
  readonly chosen: { readonly ids: readonly number[] } | { readonly all: true };
}

/** `POST …/delete` of a collection whose `all` is a digit in every document (supplement 3.3). @throws AppError */
export async function deleteChosen(
  service: Service,
  { path, chosen, ...feature }: Deletion,
  options: CallOptions,
): Promise<void> {
  const request = { ...feature, row: `POST ${path}`, method: 'POST', path } as const;
  if ('all' in chosen) {
    await service.write({ ...request, body: { all: 1 } }, options);
    return;
  }
  await writePortions(chosen.ids, (portion) =>
    service.write({ ...request, body: { ids: portion.join(','), all: 0 } }, options),
  );
}
