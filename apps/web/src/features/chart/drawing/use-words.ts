import { type Key, useTranslation } from '../../../i18n/texts.ts'
import type { Kind } from './kind.ts'

/** The texts of drawing. The names of the first tools are the chart's: they stand beside it before any other text comes. */
export function useWords() {
  const t = useTranslation('drawing')
  const tChart = useTranslation('chart')
  const nameOf = (kind: Kind | undefined) => {
    if (!kind) return t('drawing.unknown')
    const name = t(kind.name as Key<'drawing'>)
    return name === kind.name ? tChart(kind.name as Key<'chart'>) : name
  }
  return { t, nameOf }
}
