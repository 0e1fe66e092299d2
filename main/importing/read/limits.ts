import type { TableLimits } from './table.ts';

const MIB = 1024 * 1024;

/**
 * What holds unless a caller says otherwise. Far above a file of contacts (200,000 rows of 8 columns are 1.6 million
 * cells), below what the heap of the thread can take.
 */
export const DEFAULT_LIMITS: TableLimits = {
  fileBytes: 64 * MIB,
  unpackedBytes: 512 * MIB,
  rows: 1_000_000,
  columns: 500,
  cells: 8_000_000,
  // As many as a spreadsheet's cell can hold.
  cellLength: 32_767,
  heapMb: 1_024,
  timeMs: 120_000,
};
