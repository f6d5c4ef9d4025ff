import { startTransition, useEffect, useMemo, useState } from 'react'

/** Number of rows added per step: few enough that no step delays the response to a press on a slow phone. */
const step = 25
/** Number of rows rendered below the window's edge, so that scrolling reveals rows immediately. */
const spare = 8

/**
 * Returns the part of a long list to render, at most `most` rows: initially `atOnce` rows; after each change of the
 * list, the rows down to the window's lower edge; then the others step by step. The result is always the beginning of
 * the current list.
 */
export function useDrawn<Row>(list: readonly Row[], atOnce: number, most = Number.POSITIVE_INFINITY): readonly Row[] {
  const [drawn, setDrawn] = useState({ list, count: atOnce })
  const isChanged = drawn.list !== list
  const count = isChanged ? Math.max(atOnce, rowsDownToEdge()) : drawn.count
  if (isChanged) setDrawn({ list, count })
  const last = Math.min(list.length, most)
  useEffect(() => {
    if (count < last) startTransition(() => setDrawn({ list, count: Math.min(count + step, last) }))
  }, [list, count, last])
  return useMemo(() => (count < list.length ? list.slice(0, count) : list), [list, count])
}

function rowsDownToEdge(): number {
  const rows = [...document.querySelectorAll('#content [data-code]')]
  return rows.findLastIndex(row => row.getBoundingClientRect().top < innerHeight) + 1 + spare
}
