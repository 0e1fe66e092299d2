/** Custom fields that an import makes on the way, and the names of values. */
import { walkPages } from '#main/api/walk.ts';
import { AppError, isAppError } from '#shared/domain/app-error.ts';
import type { ImportValueName, ImportValues } from '#shared/domain/imports.ts';
import { LOOK_AGAIN_MS, RunRefused } from './run-work.ts';
import type { RunWork } from './run-work.ts';

const PAGE = 100;
const NEW = 'new:';

/** Creates the fields that the plan names and the service does not have. Once it has them all, rows may leave. */
export async function createFields(work: RunWork): Promise<void> {
  const names = listNewNames(work);
  if (names.length === 0) return;
  let fields = await readFields(work);
  for (const name of names) {
    const isUnsure = work.memory.creatingFields.includes(name);
    if (isUnsure && !fields.has(name)) {
      await work.wait(LOOK_AGAIN_MS);
      fields = await readFields(work);
    }
    const known = findField(fields, name);
    // It was not there before the request left: this run created it.
    if (known !== undefined && known === fields.get(name) && isUnsure) await noteCreated(work, name, known);
    if (known !== undefined || work.isStopped) continue;
    const id = (await createField(work, name)) ?? (await readFields(work)).get(name);
    if (id === undefined) {
      throw new AppError({
        code: 'bad-response',
        message: 'The service did not return the new field',
        retryable: true,
      });
    }
    await noteCreated(work, name, id);
  }
  work.notes.fieldIds = null;
}

/** Values of a row by the names that the service knows; of a field that could not be created there is none. */
export async function toKnownValues(work: RunWork, values: ImportValues): Promise<ImportValues> {
  const entries = toEntries(values);
  if (!entries.some(([name]) => name.startsWith(NEW))) return values;
  const fieldIds = await getFieldIds(work);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      if (!name.startsWith(NEW)) return [[name, value]];
      const id = findField(fieldIds, name.slice(NEW.length));
      return id === undefined ? [] : [[`field:${id}`, value]];
    }),
  );
}

export function toEntries(values: ImportValues): readonly (readonly [name: ImportValueName, value: string])[] {
  return Object.entries(values).map(([name, value]) => [name as ImportValueName, value ?? '']);
}

/** The custom field that a value is of; null for one that every contact has. */
export function toValueFieldId(name: ImportValueName): number | null {
  return name.startsWith('field:') ? Number(name.slice('field:'.length)) : null;
}

async function getFieldIds(work: RunWork): Promise<ReadonlyMap<string, number>> {
  const { notes } = work;
  notes.fieldIds ??= new Map([...(await readFields(work)), ...Object.entries(work.memory.createdFields)]);
  return notes.fieldIds;
}

function listNewNames(work: RunWork): readonly string[] {
  const names = work.stored.plan.choices.flatMap((choice) => (choice?.kind === 'new-field' ? [choice.name] : []));
  return [...new Set(names)].filter((name) => !Object.hasOwn(work.memory.createdFields, name));
}

/** Of that name, or of one that differs in capital letters alone: another client may have made it since the columns were chosen. */
function findField(fields: ReadonlyMap<string, number>, name: string): number | undefined {
  const isSame = (other: string): boolean => other.toLowerCase() === name.toLowerCase();
  return fields.get(name) ?? [...fields].find(([other]) => isSame(other))?.[1];
}

/** Of several fields with one name the oldest. */
async function readFields(work: RunWork): Promise<ReadonlyMap<string, number>> {
  const readPage = (query: { readonly page: number; readonly limit: number }) =>
    work.read((service, options) => service.listCustomFields(query, options));
  const fields = new Map<string, number>();
  for await (const { id, name } of walkPages(readPage, { limit: PAGE, keyOf: (field) => field.id })) {
    fields.set(name.trim(), Math.min(id, fields.get(name.trim()) ?? Infinity));
  }
  return fields;
}

/** Null: the service does not tell its id. */
async function createField(work: RunWork, name: string): Promise<number | null> {
  const { creatingFields } = work.memory;
  await work.remember({ creatingFields: [...new Set([...creatingFields, name])] });
  try {
    return (await work.write((service, options) => service.createCustomField({ name }, options))).id;
  } catch (error) {
    if (!isAppError(error) || error.outcome === 'unknown') throw error;
    await work.remember({ creatingFields: work.memory.creatingFields.filter((one) => one !== name) });
    if (error.code === 'validation' || error.code === 'forbidden') throw new RunRefused(error);
    throw error;
  }
}

async function noteCreated(work: RunWork, name: string, id: number): Promise<void> {
  const { createdFields, creatingFields } = work.memory;
  await work.remember({
    createdFields: { ...createdFields, [name]: id },
    creatingFields: creatingFields.filter((one) => one !== name),
  });
  await work.parts.store.commitRows({ name: 'fields', rows: [{ id, name, createdAt: null }] });
}
