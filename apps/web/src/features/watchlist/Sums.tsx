import type { WatchlistStock } from '@finlist/contract/watchlist'
import { currencyOf } from '@finlist/domain/markets'
import { totalsOf } from '@finlist/domain/watchlist/figures'
import { useTranslation } from '../../i18n/texts.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Section } from '../../ui/section.tsx'
import { amount, ProfitOf } from './figures.tsx'

/** The list's totals by currency; amounts in different currencies are not added up. */
export function Sums({ stocks }: { stocks: readonly WatchlistStock[] }) {
  const t = useTranslation('watchlist')
  if (stocks.length === 0) return null
  const currencies = [...new Set(stocks.map(({ exchange }) => currencyOf[exchange]))]
  const rows = currencies.map(currency => {
    const positions = stocks.filter(({ exchange }) => currencyOf[exchange] === currency)
    const totals = totalsOf(positions)
    return { currency, unpriced: positions.length - totals.priced - totals.delisted, ...totals }
  })
  return (
    <div className="mt-5 max-w-2xl">
      <Section title={t('sums')} ruled={false}>
        <FigureTable
          caption={t('sums')}
          rows={rows}
          keyOf={({ currency }) => currency}
          columns={[
            {
              label: t('sums.currency'),
              of: ({ currency, unpriced, delisted }) => (
                <>
                  <strong className="font-strong">{currency}</strong>{' '}
                  {unpriced > 0 && (
                    <span className="ml-1 text-12 font-normal text-faded">
                      {t('sums.unpriced', { count: unpriced })}
                    </span>
                  )}
                  {delisted > 0 && (
                    <span className="ml-1 text-12 font-normal text-faded">
                      {t('sums.delisted', { count: delisted })}
                    </span>
                  )}
                </>
              ),
            },
            { label: t('column.cost'), of: ({ cost }) => amount(cost) },
            { label: t('column.totalValue'), of: ({ totalValue }) => amount(totalValue) },
            { label: t('column.profit'), of: row => <ProfitOf {...row} /> },
          ]}
        />
      </Section>
    </div>
  )
}
