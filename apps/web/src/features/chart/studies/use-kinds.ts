import type { Study } from '@finlist/domain/chart/studies'
import { useEffect, useState } from 'react'
import { type Kinds, usualKinds } from './plots-of.ts'

/** The kinds of the studies: those of a new chart, and all once another is on it. */
export function useKinds(studies: readonly Study[]): Kinds {
  const [kinds, setKinds] = useState<Kinds>(usualKinds)
  const isNeeded = studies.some(({ type }) => !usualKinds[type])
  useEffect(() => {
    if (isNeeded && kinds === usualKinds) void import('./all-kinds.ts').then(({ allKinds }) => setKinds(allKinds))
  }, [isNeeded, kinds])
  return kinds
}
