import { exchangeRates } from '@finlist/contract/rates'
import type { WatchlistStock } from '@finlist/contract/watchlist'
import { currencies } from '@finlist/domain/currencies'
import { type Currency, currencyOf } from '@finlist/domain/markets'
import { totalsOf } from '@finlist/domain/watchlist/figures'
import { inCurrency } from '@finlist/domain/watchlist/in-currency'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { formatDay } from '../../components/market-dates.ts'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { amount, ProfitOf } from './figures.tsx'

export const ratesOfNow = () => ({ ...callQuery(exchangeRates), staleTime: 10 * 60_000 })

type Props = {
  stocks: readonly WatchlistStock[]
  /** The currency chosen by the user. */
  currency: Currency | null
  onCurrency: (currency: Currency) => void
  /** The day of the prices. */
  asAt: string
}

/** The total of the list in one currency, at the latest exchange rates. A list of one market needs no rates. */
export function Totals({ stocks, currency, onCurrency, asAt }: Props) {
  const t = useTranslation('watchlist')
  const own = [...new Set(stocks.map(({ exchange }) => currencyOf[exchange]))]
  const base = currency ?? (own.length === 1 ? own[0]! : 'HKD')
  const needsRates = own.some(other => other !== base)
  const rates = useQuery({ ...ratesOfNow(), enabled: needsRates })
  const sums = own.map(each => ({
    currency: each,
    ...totalsOf(stocks.filter(({ exchange }) => currencyOf[exchange] === each)),
  }))
  const isKnown = !needsRates || rates.data !== undefined
  const total = inCurrency(base, sums, rates.data ?? [])
  const unpriced = sums.reduce((count, { positions, priced, delisted }) => count + positions - priced - delisted, 0)
  const delisted = sums.reduce((count, sum) => count + sum.delisted, 0)
  const notes = [
    asAt,
    total.asAt !== null && ratesInWords(total.asAt, total.sources, t),
    isKnown && total.missing.length > 0 && t('totals.missing', { currencies: total.missing.join(', ') }),
    unpriced > 0 && t('sums.unpriced', { count: unpriced }),
    delisted > 0 && t('sums.delisted', { count: delisted }),
  ].filter(note => note !== false && note !== '')
  return (
    <section aria-label={t('totals')} className="min-w-0 text-13">
      <dl className="flex flex-wrap items-baseline gap-x-8 gap-y-1">
        <div className="flex items-baseline gap-2">
          <dt>
            <label htmlFor="totals-currency" className="text-faded">
              {t('totals.in')}
            </label>
          </dt>
          <dd>
            <select
              id="totals-currency"
              value={base}
              onChange={({ target }) => onCurrency(target.value as Currency)}
              className="h-11 rounded-md border border-edge bg-raised px-2 text-14 text-ink md:h-7 md:text-13"
            >
              {currencies.map(each => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </dd>
        </div>
        <Fact name={t('column.cost')}>{isKnown ? amount(total.cost) : '…'}</Fact>
        <Fact name={t('column.totalValue')}>{isKnown ? amount(total.totalValue) : '…'}</Fact>
        <Fact name={t('column.profit')}>{isKnown ? <ProfitOf {...total} /> : '…'}</Fact>
      </dl>
      {notes.length > 0 && <p className="pt-1 text-12 text-faded">{notes.join(' · ')}</p>}
    </section>
  )
}

const ratesInWords = (asAt: string, sources: readonly string[], t: Translate<'watchlist'>) =>
  sources.length === 0
    ? t('totals.rates', { date: formatDay(asAt) })
    : t('totals.rates.sourced', { date: formatDay(asAt), source: sources.join(', ') })

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-faded">{name}</dt>
    <dd className="figures text-14 font-strong">{children}</dd>
  </div>
)
