/**
 * Templates that the service keeps: asked of it at once, and read back.
 *
 * TEMPLATE-1  A creation whose answer was lost is looked for before anything else happens to those words. A repeat of its
 *             request makes no second one, whatever became of the first.
 * TEMPLATE-2  A template is read before it is replaced or moved away: what another client wrote is never overwritten unseen.
 */
import { walkPages } from '#main/api/walk.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { toNotFound, toRefusal, toUnknownOutcome, toUsedIdRefusal } from '#main/services/refusals.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { Template } from '#shared/domain/templates.ts';
import type { TemplateService, TemplateWords } from './ports.ts';

const USER = { priority: 'user' } as const;
const PAGE_ROWS = 100;
/** So many creations of this run are known by their requests. */
const MOST_CREATIONS = 200;

/** Where service templates are kept; its store is the cache. */
export interface TemplatePlace {
  readonly folder: string;
  readonly store: Pick<OpenAccount['store'], 'commitRows' | 'removeRows' | 'listRowIds'>;
  readonly service: TemplateService;
}

interface Creation {
  readonly folder: string;
  readonly words: TemplateWords;
  /** The highest id that was known before: the new one is above it. */
  readonly idBefore: number;
  readonly outcome:
    { readonly kind: 'made'; readonly templateId: number } | { readonly kind: 'lost'; readonly error: AppError };
}

/** The creations of this run, for TEMPLATE-1. */
export class TemplateCreations {
  readonly #known = new Map<string, Creation>();

  /** Resolves to what the service has. Rejects with `AppError`; with `unknown` in the field `outcome` it may be there. */
  async create(
    place: TemplatePlace,
    { requestId, ...words }: TemplateWords & { readonly requestId: string },
  ): Promise<Template> {
    const key = toKey(place.folder, requestId);
    const same = this.#known.get(key);
    if (same !== undefined && !isSame(same.words, words)) throw toUsedIdRefusal();
    if (same?.outcome.kind === 'made') return await readBack(place, { id: same.outcome.templateId, ...words });
    const lost = same ?? this.#findLost(place.folder, words);
    if (lost !== undefined) {
      const found = await findNewest(place.service, { words, idBefore: lost.idBefore });
      if (found !== undefined) return await this.#keepMade(place, key, { ...lost, found });
      if (same?.outcome.kind === 'lost') throw toUnknownOutcome(same.outcome.error);
    }
    const idBefore = lost?.idBefore ?? Math.max(0, ...(await place.store.listRowIds({ name: 'templates' })));
    return await this.#make(place, { key, words, idBefore });
  }

  /** The template that this request made. */
  findMade(folder: string, requestId: string): number | undefined {
    const outcome = this.#known.get(toKey(folder, requestId))?.outcome;
    return outcome?.kind === 'made' ? outcome.templateId : undefined;
  }

  async #make(
    place: TemplatePlace,
    { key, words, idBefore }: { readonly key: string; readonly words: TemplateWords; readonly idBefore: number },
  ): Promise<Template> {
    const { id, why } = await askToCreate(place.service, words);
    if (id !== null) {
      this.#remember(key, { folder: place.folder, words, idBefore, outcome: { kind: 'made', templateId: id } });
      return await readBack(place, { id, ...words });
    }
    this.#remember(key, { folder: place.folder, words, idBefore, outcome: { kind: 'lost', error: why } });
    const found = await findNewest(place.service, { words, idBefore }).catch((problem: unknown) => {
      if (isAppError(problem)) return undefined;
      throw problem;
    });
    if (found === undefined) throw toUnknownOutcome(why);
    return await this.#keepMade(place, key, { words, idBefore, found });
  }

  async #keepMade(
    { folder, store }: TemplatePlace,
    key: string,
    { words, idBefore, found }: Pick<Creation, 'words' | 'idBefore'> & { readonly found: Template },
  ): Promise<Template> {
    for (const [other, creation] of this.#known) {
      if (creation.outcome.kind === 'lost' && isOf(creation, folder, words)) this.#known.delete(other);
    }
    this.#remember(key, { folder, words, idBefore, outcome: { kind: 'made', templateId: found.id } });
    await store.commitRows({ name: 'templates', rows: [found] });
    return found;
  }

  #findLost(folder: string, words: TemplateWords): Creation | undefined {
    return [...this.#known.values()].find(
      (creation) => creation.outcome.kind === 'lost' && isOf(creation, folder, words),
    );
  }

  #remember(key: string, creation: Creation): void {
    this.#known.set(key, creation);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_CREATIONS && oldest !== undefined) this.#known.delete(oldest);
  }
}

/**
 * Writes both words, unless another client changed them since they were `base`. Rejects with `AppError`: `validation` of
 * `content` (`changed`), `not-found`.
 */
export async function replaceTemplate(
  place: TemplatePlace,
  change: { readonly templateId: number; readonly words: TemplateWords; readonly base: TemplateWords },
): Promise<void> {
  const { templateId, words, base } = change;
  const fresh = await readUnchanged(place, { templateId, base, wanted: words });
  if (isSame(fresh, words)) return;
  try {
    await place.service.updateTemplate({ templateId, ...words }, USER);
  } catch (error) {
    if (isAppError(error, 'not-found')) return await forget(place, templateId);
    if (!isAppError(error) || error.outcome !== 'unknown') throw error;
    const after = await place.service.getTemplate({ templateId }, USER).catch(() => null);
    if (after === null || !isMadeOf(after, words)) throw toUnknownOutcome(error);
  }
  await readBack(place, { id: templateId, ...words });
}

/**
 * What the service has now, kept here as well. Rejects with `AppError`: `validation` of `content` (`changed`) where it is
 * neither `base` nor what is `wanted`, and `not-found`.
 */
export async function readUnchanged(
  place: TemplatePlace,
  {
    templateId,
    base,
    wanted,
  }: { readonly templateId: number; readonly base: TemplateWords; readonly wanted: TemplateWords },
): Promise<Template> {
  let fresh: Template;
  try {
    fresh = await place.service.getTemplate({ templateId }, USER);
  } catch (error) {
    if (isAppError(error, 'not-found')) return await forget(place, templateId);
    throw error;
  }
  await place.store.commitRows({ name: 'templates', rows: [fresh] });
  if (!isSame(fresh, base) && !isSame(fresh, wanted)) throw toRefusal('content', 'changed');
  return fresh;
}

/**
 * Resolves to those that are gone, whether by this or before. Rejects with `AppError` where none is; with `unknown` in the
 * field `outcome` they may be.
 */
export async function deleteServiceTemplates(
  place: TemplatePlace,
  templateIds: readonly number[],
): Promise<readonly number[]> {
  const [first] = templateIds;
  if (first === undefined) return [];
  try {
    if (templateIds.length === 1) await place.service.deleteTemplate({ templateId: first }, USER);
    else await place.service.deleteTemplates({ templateIds }, USER);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const isGone = templateIds.length === 1 && error.code === 'not-found';
    return isGone ? await removeGone(place, templateIds) : await findGone(place, templateIds, error);
  }
  return await removeGone(place, templateIds);
}

/** Some of several may be gone after a failure on the way. */
async function findGone(
  place: TemplatePlace,
  templateIds: readonly number[],
  error: AppError,
): Promise<readonly number[]> {
  const mayBeDone = error.outcome === 'unknown' || templateIds.length > 1;
  if (!mayBeDone) throw error;
  const left = await readAll(place.service).catch(() => null);
  const gone = left === null ? [] : templateIds.filter((id) => !left.some((template) => template.id === id));
  if (gone.length > 0) return await removeGone(place, gone);
  throw left === null && error.outcome === 'unknown' ? toUnknownOutcome(error) : error;
}

async function removeGone({ store }: TemplatePlace, ids: readonly number[]): Promise<readonly number[]> {
  await store.removeRows({ name: 'templates', ids });
  return ids;
}

async function forget(place: TemplatePlace, templateId: number): Promise<never> {
  await removeGone(place, [templateId]);
  throw toNotFound('template');
}

/** What was written is there: where it cannot be read now, it is shown as it was written, and sync reads it. */
async function readBack({ service, store }: TemplatePlace, written: Omit<Template, 'modifiedAt'>): Promise<Template> {
  const read = await service.getTemplate({ templateId: written.id }, USER).catch(async (error: unknown) => {
    if (!isAppError(error, 'not-found')) return null;
    const all = await readAll(service).catch(() => []);
    return all.find(({ id }) => id === written.id) ?? null;
  });
  const template = read ?? { ...written, modifiedAt: null };
  await store.commitRows({ name: 'templates', rows: [template] });
  return template;
}

/** Of several alike, the newest. */
async function findNewest(
  service: TemplateService,
  { words, idBefore }: { readonly words: TemplateWords; readonly idBefore: number },
): Promise<Template | undefined> {
  const found = (await readAll(service)).filter((template) => template.id > idBefore && isMadeOf(template, words));
  return found.toSorted((one, other) => other.id - one.id)[0];
}

async function readAll(service: TemplateService): Promise<readonly Template[]> {
  const all: Template[] = [];
  const readPage = (query: Parameters<TemplateService['listTemplates']>[0]) => service.listTemplates(query, USER);
  for await (const template of walkPages(readPage, { limit: PAGE_ROWS, keyOf: ({ id }) => id })) all.push(template);
  return all;
}

/** Without an id: why it cannot be told whether it was made. Rejects where it surely was not. */
async function askToCreate(
  service: TemplateService,
  words: TemplateWords,
): Promise<{ readonly id: number; readonly why: null } | { readonly id: null; readonly why: AppError }> {
  try {
    const { id } = await service.createTemplate(words, USER);
    if (id !== null) return { id, why: null };
    return { id, why: new AppError({ code: 'bad-response', message: 'The service did not return the new template' }) };
  } catch (error) {
    if (isAppError(error, 'not-found')) throw toRefusal('keeper', 'absent');
    if (!isAppError(error) || error.outcome !== 'unknown') throw error;
    return { id: null, why: error };
  }
}

function toKey(folder: string, requestId: string): string {
  return `${folder}\n${requestId}`;
}

function isOf(creation: Creation, folder: string, words: TemplateWords): boolean {
  return creation.folder === folder && isSame(creation.words, words);
}

function isSame(one: TemplateWords, other: TemplateWords): boolean {
  return one.name.trim() === other.name.trim() && one.content === other.content;
}

/** What a service made of these words, which may have cut spaces around them. */
function isMadeOf(template: TemplateWords, words: TemplateWords): boolean {
  return template.name.trim() === words.name.trim() && template.content.trim() === words.content.trim();
}
