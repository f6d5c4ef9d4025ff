import { type Key, useTranslation } from '../../../i18n/texts.ts'
import type { Kind } from './kind.ts'

/**
 * The texts for drawing. The names of the first tools are among the chart's texts instead, because they are shown
 * before these are loaded.
 */
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
