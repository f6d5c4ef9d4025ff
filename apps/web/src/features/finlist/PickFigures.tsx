import type { FinListStock } from '@finlist/contract/finlist'
import type { ReactNode } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { Change, formatNumber, formatPrice, formatVolume } from '../../components/market-figures.tsx'
import { Term } from '../../components/term.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { HighlightMark, highlightClass, highlightOf } from './highlight.tsx'
import { reasonFor } from './pick-reason.ts'

/** Repeats the row's figures, below the reason why the stock is on the list. */
export function PickFigures({ stock, issueDate }: { stock: FinListStock; issueDate: string }) {
  const t = useTranslation('finlist')
  const told = useTranslation('stock')
  const highlight = highlightOf(stock)
  return (
    <>
      <p className={`-mx-4 px-4 py-2.5 text-14 md:-mx-5 md:px-5 ${highlightClass[highlight]}`}>
        <span className="sr-only">{told('reason')}: </span>
        {highlight !== 'none' && (
          <>
            <HighlightMark highlight={highlight} silent />{' '}
          </>
        )}
        {reasonFor(stock, told, kind => t(`pattern.${kind}`))}
        {stock.volume === 0 && <span className="text-faded"> · {t('no-trade')}</span>}
        {stock.isLowTurnover && <span className="text-faded"> · {t('low-turnover')}</span>}
      </p>
      <dl className="grid grid-cols-3 border-t border-line md:grid-cols-6">
        <Figure name={t('column.close')}>{formatPrice(stock.close)}</Figure>
        <Figure name={`${t('column.closeChange')} ${t('unit.percent')}`}>
          <Change value={stock.closeChange} />
        </Figure>
        <Figure name={t('column.volume')}>{stock.volume === null ? '–' : formatVolume(stock.volume)}</Figure>
        <Figure name={`${t('column.volumeChange')} ${t('unit.percent')}`}>
          <Change value={stock.volumeChange} />
        </Figure>
        <Figure name={<Term of="percivalScore">{t('column.percivalScore')}</Term>}>
          {formatNumber(stock.percivalScore)}
        </Figure>
        <Figure name={<Term of="buyPoint">{t('column.buyPoint')}</Term>}>
          {stock.buyPoint === -1 ? '–' : formatPrice(stock.buyPoint)}
        </Figure>
      </dl>
      {stock.asIssued && <AsIssued {...stock.asIssued} />}
      <p className="pt-1 text-12 text-faded">{t('as-at', { date: formatDay(issueDate) })}</p>
    </>
  )
}

/** The figures as published in the issue, before later splits. */
function AsIssued({ close, volume, buyPoint }: NonNullable<FinListStock['asIssued']>) {
  const t = useTranslation('finlist')
  const told = useTranslation('stock')
  return (
    <Collapsible label={told('as-issued')}>
      <dl className="grid grid-cols-3 border-t border-line">
        <Figure name={t('column.close')}>{formatPrice(close)}</Figure>
        <Figure name={t('column.volume')}>{volume === null ? '–' : formatVolume(volume)}</Figure>
        <Figure name={t('column.buyPoint')}>{buyPoint === -1 ? '–' : formatPrice(buyPoint)}</Figure>
      </dl>
      <p className="pt-1 text-12 text-faded">{told('as-issued.note')}</p>
    </Collapsible>
  )
}

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col justify-between border-b border-line py-2">
      <dt className="text-12 text-faded">{name}</dt>
      <dd className="text-14 font-strong whitespace-nowrap">{children}</dd>
    </div>
  )
}
