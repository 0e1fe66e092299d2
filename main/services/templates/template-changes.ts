/** What the user does to templates: where each is kept, it is made, changed, moved and deleted. */
import { toStableId } from '#main/platform/ids.ts';
import type { OpenAccount } from '#main/services/account/open-account.ts';
import { toNotFound, toRefusal, toUsedIdRefusal } from '#main/services/refusals.ts';
import type { Services } from '#main/services/services.ts';
import type { RequestInput, RequestOutput, TemplateView } from '#shared/contract/index.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { TemplateWords } from './ports.ts';
import { deleteServiceTemplates, readUnchanged, replaceTemplate } from './service-templates.ts';
import { checkTemplate, isTaken, type TypedTemplate } from './template-names.ts';

type Account = Pick<OpenAccount, 'store' | 'service' | 'folder' | 'listAbsentFeatures'>;
/** Of a template that is kept under another key from now on. */
type Uses = Pick<TemplateView, 'usedCount' | 'lastUsedAt'>;

/** Where a new one is made, and for which request. */
interface Making {
  readonly services: Pick<Services, 'templateCreations' | 'now'>;
  readonly account: Account;
  readonly requestId: string;
}

/** Rejects with `AppError`. */
export async function createTemplate(
  services: Services,
  input: RequestInput<'templates.create'>,
): Promise<RequestOutput<'templates.create'>> {
  const account = services.session.getAccount();
  const { requestId, keeper } = input;
  const views = await account.store.listTemplateViews({});
  // A repeat finds what the first one made, with its shortcut.
  const madeId = services.templateCreations.findMade(account.folder, requestId);
  const made = new Set([toOwnKey(toOwnId(requestId)), toServiceKey(madeId ?? 0)]);
  const typed = checkTemplate(
    input,
    views.filter((view) => !made.has(view.key)),
  );
  const making = { services, account, requestId };
  const key = keeper === 'service' ? await makeAtService(making, typed) : await makeHere(making, typed);
  await saveExtras(account, key, typed);
  return await getView(account, key);
}

/** Rejects with `AppError`; `validation` of `content` (`changed`) where another client changed it. */
export async function updateTemplate(
  services: Services,
  input: RequestInput<'templates.update'>,
): Promise<RequestOutput<'templates.update'>> {
  const account = services.session.getAccount();
  const { key, keeper, requestId } = input;
  const views = await account.store.listTemplateViews({});
  const before = views.find((view) => view.key === key);
  if (before === undefined) throw toNotFound('template');
  const typed = checkTemplate(
    input,
    views.filter((view) => view.key !== key),
  );
  const change = { before, typed, base: input.base ?? before };
  if (keeper !== before.keeper) return await move({ services, account, requestId }, change);
  if (before.keeper === 'service') await changeAtService(account, change);
  else if (!isSame(typed, before)) await saveHere(services, account, { id: toOwnIdOf(key), ...typed });
  await saveExtras(account, key, typed);
  return await getView(account, key);
}

/** Rejects with `AppError`. Of those asked for, some may be left where the service failed on the way. */
export async function deleteTemplates(
  { session, undo }: Services,
  { keys }: RequestInput<'templates.delete'>,
): Promise<RequestOutput<'templates.delete'>> {
  const account = session.getAccount();
  const wanted = new Set(keys);
  const chosen = (await account.store.listTemplateViews({})).filter(({ key }) => wanted.has(key));
  if (chosen.length === 0) throw toNotFound('template');
  const atService = chosen.filter(({ keeper }) => keeper === 'service').map(({ key }) => toServiceId(key));
  const goneIds = new Set(await deleteServiceTemplates(account, atService));
  const gone = chosen.filter(({ key, keeper }) => keeper === 'computer' || goneIds.has(toServiceId(key)));
  const ownIds = gone.filter(({ keeper }) => keeper === 'computer').map(({ key }) => toOwnIdOf(key));
  if (ownIds.length > 0) await account.store.removeOwnTemplates({ ids: ownIds });
  await account.store.removeTemplateExtras({ keys: gone.map(({ key }) => key) });
  return { count: gone.length, undoId: undo.keep(account.folder, { kind: 'templates', templates: gone }) };
}

/** Makes them again as they were, on the service with another id. What failed can be taken back once more. */
export async function undoDeletion(
  services: Services,
  { undoId }: RequestInput<'templates.undo'>,
): Promise<RequestOutput<'templates.undo'>> {
  const account = services.session.getAccount();
  const done = services.undo.take(account.folder, undoId);
  if (done === undefined) throw toNotFound('deletion to take back');
  if (done.kind !== 'templates') {
    services.undo.putBack(account.folder, undoId, done);
    throw toNotFound('deletion of templates to take back');
  }
  const keys: string[] = [];
  try {
    for (const template of done.templates) {
      const making = { services, account, requestId: `undo:${undoId}:${template.key}` };
      keys.push(await remake(making, template));
    }
  } catch (error) {
    const templates = done.templates.slice(keys.length);
    services.undo.putBack(account.folder, undoId, { kind: 'templates', templates });
    throw error;
  }
  return { keys };
}

/** Throws `not-found` and `disk`. */
export async function noteUse(
  { session, now }: Services,
  { key }: RequestInput<'templates.used'>,
): Promise<RequestOutput<'templates.used'>> {
  const { store } = session.getAccount();
  if (!(await store.listTemplateViews({})).some((view) => view.key === key)) throw toNotFound('template');
  await store.noteTemplateUse({ key, at: now() });
  return {};
}

interface Change {
  readonly before: TemplateView;
  readonly typed: TypedTemplate;
  readonly base: TemplateWords;
}

/** What only this computer keeps of it can be changed without asking the service. */
async function changeAtService(account: Account, { before, typed, base }: Change): Promise<void> {
  if (isSame(typed, before) && isSame(base, before)) return;
  await replaceTemplate(account, { templateId: toServiceId(before.key), words: toWords(typed), base });
}

/** Made at its new place first: at every moment it is at one of both at least. */
async function move(making: Making, { before, typed, base }: Change): Promise<TemplateView> {
  const { account } = making;
  const uses = { usedCount: before.usedCount, lastUsedAt: before.lastUsedAt };
  if (before.keeper === 'computer') {
    const key = await makeAtService(making, typed);
    await saveExtras(account, key, { ...typed, uses });
    await account.store.removeOwnTemplates({ ids: [toOwnIdOf(before.key)] });
    await account.store.removeTemplateExtras({ keys: [before.key] });
    return await getView(account, key);
  }
  const templateId = toServiceId(before.key);
  try {
    await readUnchanged(account, { templateId, base, wanted: typed });
  } catch (error) {
    // Gone by the first try of this request, which made the one that is here.
    if (!isAppError(error, 'not-found') || !(await isMadeHere(making))) throw error;
  }
  const key = await makeHere(making, typed);
  await saveExtras(account, key, { ...typed, uses });
  try {
    await deleteServiceTemplates(account, [templateId]);
  } catch (error) {
    // Where it may be gone, the one that is here stays.
    if (isAppError(error) && error.outcome !== 'unknown') await removeMade(account, key);
    throw error;
  }
  await account.store.removeTemplateExtras({ keys: [before.key] });
  return await getView(account, key);
}

async function removeMade({ store }: Account, key: string): Promise<void> {
  await store.removeOwnTemplates({ ids: [toOwnIdOf(key)] });
  await store.removeTemplateExtras({ keys: [key] });
}

async function remake(making: Making, template: TemplateView): Promise<string> {
  const { account } = making;
  const { keeper, name, content, usedCount, lastUsedAt, fallbacks } = template;
  const others = await account.store.listTemplateViews({});
  const shortcut = isTaken(template.shortcut, others) ? '' : template.shortcut;
  let { key } = template;
  if (keeper === 'service') key = await makeAtService(making, { name, content });
  else {
    const modifiedAt = template.modifiedAt ?? making.services.now();
    await account.store.saveOwnTemplate({ template: { id: toOwnIdOf(key), name, content, modifiedAt } });
  }
  await saveExtras(account, key, { shortcut, fallbacks, uses: { usedCount, lastUsedAt } });
  return key;
}

async function makeAtService({ services, account, requestId }: Making, words: TemplateWords): Promise<string> {
  if (account.listAbsentFeatures().includes('templates')) throw toRefusal('keeper', 'absent');
  const { id } = await services.templateCreations.create(account, { requestId, ...toWords(words) });
  return toServiceKey(id);
}

async function isMadeHere({ account, requestId }: Making): Promise<boolean> {
  return (await account.store.listOwnTemplates({})).some(({ id }) => id === toOwnId(requestId));
}

/** A repeated request writes the same one again; another text under its id is refused. */
async function makeHere({ services, account, requestId }: Making, words: TemplateWords): Promise<string> {
  const id = toOwnId(requestId);
  const same = (await account.store.listOwnTemplates({})).find((template) => template.id === id);
  if (same !== undefined && !isSame(same, words)) throw toUsedIdRefusal();
  if (same === undefined) await saveHere(services, account, { id, ...words });
  return toOwnKey(id);
}

async function saveHere(
  { now }: Pick<Services, 'now'>,
  { store }: Account,
  { id, name, content }: TemplateWords & { readonly id: string },
): Promise<void> {
  await store.saveOwnTemplate({ template: { id, name, content, modifiedAt: now() } });
}

async function saveExtras(
  { store }: Account,
  key: string,
  extras: Pick<TypedTemplate, 'shortcut' | 'fallbacks'> & { readonly uses?: Uses },
): Promise<void> {
  const { shortcut, fallbacks, uses } = extras;
  await store.saveTemplateExtras({ key, shortcut, fallbacks, ...(uses === undefined ? {} : { uses }) });
}

async function getView({ store }: Account, key: string): Promise<TemplateView> {
  const view = (await store.listTemplateViews({})).find((template) => template.key === key);
  if (view === undefined) throw toNotFound('template');
  return view;
}

function isSame(one: TemplateWords, other: TemplateWords): boolean {
  return one.name === other.name && one.content === other.content;
}

function toWords({ name, content }: TemplateWords): TemplateWords {
  return { name, content };
}

function toServiceId(key: string): number {
  return Number(key.replace('service:', ''));
}

function toServiceKey(id: number): string {
  return `service:${String(id)}`;
}

function toOwnIdOf(key: string): string {
  return key.replace('own:', '');
}

function toOwnId(requestId: string): string {
  return toStableId(`template\n${requestId}`, 20);
}

function toOwnKey(id: string): string {
  return `own:${id}`;
}
