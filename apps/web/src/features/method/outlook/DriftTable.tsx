import { driftRule } from '@finlist/domain/learning/drift'
import { rule } from '@finlist/domain/outcome/rule'
import { formatDay } from '../../../components/market-dates.ts'
import { formatNumber } from '../../../components/market-figures.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { type Entry, ofHundred } from './figures.ts'

type Drift = NonNullable<Entry['drift']>
type Band = Drift['bands'][number]

/** What the outlooks of a year's lists said, in bands, and what came. */
export function DriftTable({ drift: { lists, bands } }: { drift: Drift }) {
  const t = useTranslation('model')
  const weeks = driftRule.settledDays / 7
  if (!lists) return <p className="mt-2">{t('drift.none', { weeks })}</p>
  const nameOf = ({ from, below }: Band) => {
    const ends = { from: ofHundred(from), below: ofHundred(below) }
    return from === 0 ? t('drift.low', ends) : below > 1_000 ? t('drift.high', ends) : t('drift.middle', ends)
  }
  const figure = (tenThousandths: number | null) =>
    tenThousandths === null ? t('drift.few') : (tenThousandths / 100).toFixed(1)
  return (
    <>
      <p className="mt-2 mb-2">
        {t('drift.what', {
          count: lists.count,
          from: formatDay(lists.from),
          until: formatDay(lists.until),
          gain: 100 * rule.target,
          loss: 100 * rule.stop,
          weeks,
        })}
      </p>
      <FigureTable
        caption={t('drift')}
        rows={bands}
        keyOf={({ from }) => String(from)}
        columns={[
          { label: t('drift.outlook'), of: nameOf },
          { label: t('said.said'), of: ({ said }) => figure(said) },
          { label: t('said.came'), of: ({ came }) => figure(came) },
          { label: t('drift.picks'), of: ({ count }) => formatNumber(count) },
        ]}
      />
      <p className="mt-2 text-13 text-faded">{t('drift.bought', { fewest: driftRule.fewest })}</p>
    </>
  )
}
