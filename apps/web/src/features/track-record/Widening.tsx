import type { RecordWidening } from '@finlist/contract/track-record'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'

/**
 * The factor by which the record's intervals are widened, how many simulated worlds it was calculated from, and when.
 */
export function Widening({ widening }: { widening: RecordWidening | null }) {
  const t = useTranslation('track-record')
  return <p className="mb-3 max-w-[72ch] text-13 text-faded">{told()}</p>

  function told() {
    if (!widening) return t('widening.none')
    const { factor, heldWidened: after, countedAt, ...counted } = widening
    const facts = { ...counted, date: formatDay(countedAt.slice(0, 10)) }
    if (factor === null) return t('widening.few', facts)
    return factor === 1
      ? t('widening.held', facts)
      : t('widening.factor', { ...facts, factor: factor.toFixed(2), after })
  }
}
