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

/** Adds a value to what is known. */
export function learn(structure: Structure, value: unknown): Structure {
  structure.types.add(toType(value));
  if (Array.isArray(value)) {
    structure.items ??= createStructure();
    for (const item of value) learn(structure.items, item);
  }
  if (isObject(value)) {
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
  if (Array.isArray(value)) {
    const { items } = structure;
    if (items === undefined || items.types.size === 0) return [];
    return value.flatMap((item) => compare(items, item, `${path}[]`));
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
