import type { WatchlistStock } from '@finlist/contract/watchlist'
import { currencyOf } from '@finlist/domain/markets'
import { totalsOf } from '@finlist/domain/watchlist/figures'
import { useTexts } from '../../i18n/texts.ts'
import { amount, ProfitOf } from './figures.tsx'

/** What the list comes to, currency by currency: different ones are not added up. */
export function Sums({ stocks }: { stocks: readonly WatchlistStock[] }) {
  const t = useTexts('watchlist')
  if (stocks.length === 0) return null
  const currencies = [...new Set(stocks.map(({ exchange }) => currencyOf[exchange]))]
  return (
    <section className="mt-5 max-w-2xl">
      <h2 className="border-b border-ink pb-1 text-13 font-strong">{t('sums')}</h2>
      <table className="w-full text-13 [&_td]:border-b [&_td]:border-line [&_td]:py-1.5 [&_th]:py-1 [&_th]:text-12 [&_th]:font-normal [&_th]:text-faded">
        <caption className="sr-only">{t('sums')}</caption>
        <thead>
          <tr>
            <th scope="col" className="text-start">
              {t('sums.currency')}
            </th>
            <th scope="col" className="text-end max-md:hidden">
              {t('column.cost')}
            </th>
            <th scope="col" className="text-end">
              {t('column.totalValue')}
            </th>
            <th scope="col" className="text-end">
              {t('column.profit')}
            </th>
          </tr>
        </thead>
        <tbody>
          {currencies.map(currency => {
            const positions = stocks.filter(({ exchange }) => currencyOf[exchange] === currency)
            const { cost, totalValue, profit, profitPercent, priced } = totalsOf(positions)
            const unpriced = positions.length - priced
            return (
              <tr key={currency}>
                <th scope="row" className="border-b border-line text-start text-13! font-strong! text-ink!">
                  {currency}
                  {unpriced > 0 && (
                    <span className="ml-2 text-12 font-normal text-faded">
                      {t('sums.unpriced', { count: unpriced })}
                    </span>
                  )}
                </th>
                <td className="figures max-md:hidden">{amount(cost)}</td>
                <td className="figures">
                  {amount(totalValue)}
                  <span className="block text-12 text-faded md:hidden">
                    {t('column.cost')} {amount(cost)}
                  </span>
                </td>
                <td className="figures">
                  <ProfitOf profit={profit} profitPercent={profitPercent} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
