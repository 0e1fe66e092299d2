/** What a hand-made fixture says about one place of an answer: which types, which fields, which elements. */
export interface Structure {
  readonly types: Set<string>;
  readonly fields: Map<string, Structure>;
  /** How many objects were seen here, and how many had each field. */
  objects: number;
  readonly seen: Map<string, number>;
  items: Structure | undefined;
}

function toType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

export function createStructure(): Structure {
  return { types: new Set(), fields: new Map(), objects: 0, seen: new Map(), items: undefined };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The elements of an array, and those of a map by country: whichever countries it has, each is alike. */
function findElements(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => /^[A-Z]{2}$/.test(name)) ? Object.values(value) : undefined;
}

/** Adds a value to what is known. */
export function learn(structure: Structure, value: unknown): Structure {
  structure.types.add(toType(value));
  const elements = findElements(value);
  if (elements !== undefined) {
    structure.items ??= createStructure();
    for (const item of elements) learn(structure.items, item);
  } else if (isObject(value)) {
    structure.objects += 1;
    for (const [name, entry] of Object.entries(value)) {
      const field = structure.fields.get(name) ?? createStructure();
      structure.fields.set(name, learn(field, entry));
      structure.seen.set(name, (structure.seen.get(name) ?? 0) + 1);
    }
  }
  return structure;
}

/** Where a value differs in fields or types. Null is allowed wherever an object is. */
export function compare(structure: Structure, value: unknown, path = ''): string[] {
  const type = toType(value);
  if (!structure.types.has(type) && !(type === 'null' && structure.types.has('object'))) {
    return [`${path}: ${type} where the fixtures have ${[...structure.types].join(' or ')}`];
  }
  const elements = findElements(value);
  if (elements !== undefined) {
    const { items } = structure;
    if (items === undefined || items.types.size === 0) return [];
    return elements.flatMap((item) => compare(items, item, `${path}[]`));
  }
  if (!isObject(value)) return [];
  const always = [...structure.seen].filter(([, times]) => times === structure.objects).map(([name]) => name);
  const missing = always.filter((name) => !(name in value)).map((name) => `${path}.${name}: missing`);
  const differing = Object.entries(value).flatMap(([name, entry]) => {
    const field = structure.fields.get(name);
    return field === undefined ? [`${path}.${name}: not in the fixtures`] : compare(field, entry, `${path}.${name}`);
  });
  return [...missing, ...differing];
}

/** The resources of a body: of a page or an array its elements, otherwise the body itself. */
export function listResources(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body as readonly unknown[];
  if (isObject(body) && Array.isArray(body['resources'])) return body['resources'] as readonly unknown[];
  return body === null || body === undefined ? [] : [body];
}

/** From this share of common fields on two objects show the same kind of resource. */
const ALIKE = 0.8;
const FEWEST_FIELDS = 4;

function isAlike(structure: Structure, resource: unknown): resource is Record<string, unknown> {
  if (!isObject(resource)) return false;
  const names = Object.keys(resource);
  const known = [...structure.fields.keys()];
  const common = names.filter((name) => structure.fields.has(name)).length;
  return common >= FEWEST_FIELDS && common / new Set([...names, ...known]).size >= ALIKE;
}

/** Resources of the same kind vouch for one another, at any depth: one shows a null that another does not. */
export function vouch(structure: Structure, resources: readonly unknown[]): void {
  const nested = resources.flatMap(listNested);
  const visit = (place: Structure): void => {
    for (const resource of nested) if (isAlike(place, resource)) learn(place, resource);
    for (const field of [...place.fields.values()]) visit(field);
    if (place.items !== undefined) visit(place.items);
  };
  visit(structure);
}

function listNested(value: unknown): readonly Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(listNested);
  if (!isObject(value)) return [];
  return [value, ...Object.values(value).flatMap(listNested)];
}
