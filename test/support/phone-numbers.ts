/** So many numbers that belong to nobody in the demo, each another. */
export function listNumbers(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `4477${String(10_000_000 + at)}`);
}
