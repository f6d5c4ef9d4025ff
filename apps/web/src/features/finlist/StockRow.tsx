import type { FinListStock } from '@finlist/contract/finlist'
import { padded } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { memo } from 'react'
import { inCurrentLanguage } from '../../api/language.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Change, formatNumber, formatPrice, formatVolume } from '../../parts/market-figures.tsx'
import { nameOf } from '../../parts/stock-name.ts'
import { WatchlistMark } from '../../parts/watchlist-mark.tsx'
import { HighlightMark, highlightClass, highlightOf } from './highlight.tsx'

type Props = { stock: FinListStock; exchange: ExchangeId; href?: string; open?: boolean }

/** One stock as a native row. Without `href` it opens nothing, and cannot be added to a watchlist. */
export const StockRow = memo(function StockRow({ stock, exchange, href, open = false }: Props) {
  const t = useTranslation('finlist')
  const highlight = highlightOf(stock)
  const code = padded(exchange, stock.stockCode)
  const name = nameOf(stock)
  const subSector = inCurrentLanguage({ en: stock.subSector, zh: stock.subSectorZh })
  return (
    <tr
      data-code={stock.stockCode}
      data-highlight={highlight}
      data-low-turnover={stock.isLowTurnover || undefined}
      className={`scroll-mt-24 scroll-mb-4 ${highlightClass[highlight]} ${href ? 'cursor-pointer hover:bg-wash' : ''} ${open ? 'outline-2 -outline-offset-2 outline-accent' : ''} ${stock.isLowTurnover ? 'text-faded' : ''}`}
    >
      <td className="whitespace-nowrap">
        {href ? (
          <a href={href} aria-current={open || undefined} className="font-strong text-inherit no-underline">
            {code}
          </a>
        ) : (
          <b className="font-strong">{code}</b>
        )}
        {highlight !== 'none' && <HighlightMark highlight={highlight} className="float-end" />}
      </td>
      <td className="truncate" title={name}>
        {stock.isLowTurnover ? (
          <span className="flex items-baseline justify-between gap-2">
            <span className="truncate">{name}</span>
            <span className="text-12 italic [html[lang^=zh]_&]:not-italic">{t('low-turnover')}</span>
          </span>
        ) : (
          name
        )}
      </td>
      <td className="figures">{formatPrice(stock.close)}</td>
      <td className="figures whitespace-nowrap">
        <Change value={stock.closeChange} />
      </td>
      <td className="figures">{stock.volume === null ? '–' : formatVolume(stock.volume)}</td>
      <td className="figures whitespace-nowrap">
        <Change value={stock.volumeChange} />
      </td>
      <td className="figures">{formatNumber(stock.percivalScore)}</td>
      <td>
        {stock.patternType === 'NIL' ? (
          '–'
        ) : (
          <abbr title={t(`pattern.${stock.patternType}`)} className="font-strong no-underline">
            {stock.patternType}
          </abbr>
        )}
      </td>
      <td className={`figures ${highlight === 'none' ? 'text-faded' : 'font-strong'}`}>
        {stock.buyPoint === -1 ? '–' : formatPrice(stock.buyPoint)}
      </td>
      <td className="truncate" title={subSector}>
        {subSector}
      </td>
      {href && (
        <td>
          <WatchlistMark
            code={stock.stockCode}
            own={stock.watchlistData}
            label={t('watchlist.add', { stock: `${code} ${name}` })}
            className="ml-auto size-8"
          />
        </td>
      )}
    </tr>
  )
})
