/** What an .xlsx workbook says of its sheets, before any is read. */
import { toNumberShape } from '../cell-text.ts';
import type { NumberShape } from '../cell-text.ts';
import { TableError } from '../problem.ts';
import type { ForeignKind } from '../problem.ts';
import type { TableSheet } from '../table.ts';
import type { Archive } from './archive.ts';
import { listTags } from './xml.ts';

export interface XlsxSheet extends TableSheet {
  /** Name of its part. */
  readonly part: string;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

function findForeign(archive: Archive): ForeignKind | undefined {
  if (archive.has('xl/workbook.bin')) return 'xlsb';
  if (archive.has('mimetype')) return 'open-document';
  if (archive.has('[Content_Types].xml'))
    return archive.listNames().some((name) => name.startsWith('xl/')) ? undefined : 'office';
  return 'archive';
}

function toPath(base: string, target: string): string {
  const path = new URL(target, new URL(base, 'zip:///')).pathname;
  return decodeURIComponent(path).replace(/^\/+/, '');
}

function listRelations(archive: Archive, part: string): Relation[] {
  const relations = part.replace(/([^/]*)$/, '_rels/$1.rels');
  if (!archive.has(relations)) return [];
  return listTags(archive.getText(relations), 'Relationship').map((tag) => ({
    id: tag.get('Id') ?? '',
    // The last word only: standards differ in what stands before it.
    type: (tag.get('Type') ?? '').replace(/^.*\//, ''),
    target: toPath(part, tag.get('Target') ?? ''),
  }));
}

/** Sheets and number shapes of the workbook in `archive`. Throws `TableError`. */
export class XlsxWorkbook {
  readonly sheets: readonly XlsxSheet[];
  /** By the number of the cell's style. */
  readonly shapes: readonly NumberShape[];
  readonly is1904: boolean;
  /** Name of the part with the texts of all sheets. */
  readonly textsPart: string | null;

  constructor(archive: Archive) {
    const foreign = findForeign(archive);
    if (foreign !== undefined) throw new TableError({ kind: 'not-a-table', found: foreign });
    const main = listRelations(archive, '').find(({ type }) => type === 'officeDocument');
    if (main === undefined) throw new TableError({ kind: 'damaged', detail: 'it doesn’t say where its workbook is' });
    const relations = listRelations(archive, main.target);
    const xml = archive.getText(main.target);
    this.sheets = listSheets(xml, relations);
    const styles = relations.find(({ type }) => type === 'styles');
    this.shapes = styles !== undefined && archive.has(styles.target) ? listShapes(archive.getText(styles.target)) : [];
    const texts = relations.find(({ type, target }) => type === 'sharedStrings' && archive.has(target));
    this.textsPart = texts?.target ?? null;
    this.is1904 = listTags(xml, 'workbookPr').some((tag) => /^(?:1|true)$/.test(tag.get('date1904') ?? ''));
  }
}

function listSheets(xml: string, relations: readonly Relation[]): XlsxSheet[] {
  const tags = listTags(xml, 'sheet').filter((tag) => tag.get('name') !== undefined && tag.get('id') !== undefined);
  return tags.flatMap((tag) => {
    const relation = relations.find(({ id, type }) => id === tag.get('id') && type === 'worksheet');
    if (relation === undefined) return [];
    const isHidden = (tag.get('state') ?? 'visible') !== 'visible';
    return [{ name: tag.get('name') ?? '', isHidden, part: relation.target }];
  });
}

function listShapes(xml: string): NumberShape[] {
  const codes = new Map(
    listTags(xml, 'numFmt').map((tag) => [Number(tag.get('numFmtId')), tag.get('formatCode') ?? '']),
  );
  // Formats of cells stand in this list only; other lists have tags of the same name.
  const cells = /<(?:\w+:)?cellXfs[\s>].*?<\/(?:\w+:)?cellXfs>/s.exec(xml)?.[0] ?? '';
  return listTags(cells, 'xf').map((tag) => {
    const id = Number(tag.get('numFmtId') ?? '0');
    return toNumberShape(id, codes.get(id) ?? '');
  });
}
