export type Sort<K extends string> = { by: K; down: boolean }

/**
 * The sort order after a press on a column. The active column reverses its direction; another one starts in ascending
 * order, unless `startsDown`.
 */
export const sortedBy = <K extends string>(sort: Sort<K>, by: K, startsDown = false): Sort<K> => ({
  by,
  down: sort.by === by ? !sort.down : startsDown,
})

/** Returns a sorted copy. Rows without a value come last in either direction; equal rows keep their order. */
export function inOrder<R>(
  rows: readonly R[],
  valueOf: (row: R) => string | number | null,
  down: boolean,
  language: string,
): R[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const sign = down ? -1 : 1
  return rows
    .map(row => ({ row, value: valueOf(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value)
      return sign * compare(String(a.value), String(b.value))
    })
    .map(({ row }) => row)
}
