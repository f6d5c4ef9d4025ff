import { startTransition, useEffect, useMemo, useState } from 'react'

/** The number of rows per step: small enough that no step delays a slow phone's response to a press. */
const step = 25
/** The number of rows below the window's edge, so that scrolling immediately reveals rows. */
const spare = 8

/**
 * The part of a long list to render, limited to `most` rows: at first `atOnce` rows, after each change of the list
 * those down to the window's lower edge, and then the others step by step. The result is always the beginning of the
 * current list.
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
