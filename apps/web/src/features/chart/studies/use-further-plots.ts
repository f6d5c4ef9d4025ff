import type { Study } from '@finlist/domain/chart/studies'
import { useEffect, useState } from 'react'
import type { furtherPlots } from './further-plots.ts'
import { isUsual } from './plots-of.ts'

/** The plots of the studies that a chart has not at first; their code comes with the first of them. */
export function useFurtherPlots(studies: readonly Study[]): typeof furtherPlots | undefined {
  const [further, setFurther] = useState<typeof furtherPlots>()
  const isNeeded = studies.some(({ type }) => !isUsual(type))
  useEffect(() => {
    if (isNeeded && !further) void import('./further-plots.ts').then(it => setFurther(it.furtherPlots))
  }, [isNeeded, further])
  return further
}
