import type { Study } from '@finlist/domain/chart/studies'
import { useEffect, useState } from 'react'
import { type Kinds, usualKinds } from './plots-of.ts'

/**
 * The kinds needed for the studies. Initially these are the kinds of a new chart. Once the chart has a study of another
 * kind, all kinds are loaded.
 */
export function useKinds(studies: readonly Study[]): Kinds {
  const [kinds, setKinds] = useState<Kinds>(usualKinds)
  const isNeeded = studies.some(({ type }) => !usualKinds[type])
  useEffect(() => {
    if (isNeeded && kinds === usualKinds) void import('./all-kinds.ts').then(({ allKinds }) => setKinds(allKinds))
  }, [isNeeded, kinds])
  return kinds
}
