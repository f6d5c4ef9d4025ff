import type { Study } from '@finlist/domain/chart/studies'
import { useEffect, useState } from 'react'
import { type Kinds, usualKinds } from './plots-of.ts'

/**
 * The kinds needed for the studies: initially those of a new chart, and all once the chart has a study of another kind.
 */
export function useKinds(studies: readonly Study[]): Kinds {
  const [kinds, setKinds] = useState<Kinds>(usualKinds)
  const isNeeded = studies.some(({ type }) => !usualKinds[type])
  useEffect(() => {
    if (isNeeded && kinds === usualKinds) void import('./all-kinds.ts').then(({ allKinds }) => setKinds(allKinds))
  }, [isNeeded, kinds])
  return kinds
}
