import type { Mover } from '@finlist/contract/movers'
import { padded } from '@finlist/domain/chart/padded'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { Link } from '../../components/link.tsx'
import { Change, formatMoney, formatPrice, formatVolume } from '../../components/market-figures.tsx'
import { useAsCharts } from '../../components/small-charts/chosen.ts'
import { ChartList } from '../../components/small-charts/lazy.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Section } from '../../ui/section.tsx'
import { inOrder, type Sort, sortedBy } from '../../ui/sort.ts'
import { SortMenu } from '../../ui/sort-menu.tsx'
import { DayLine } from './DayLine.tsx'

const keys = ['stockCode', 'price', 'priceChange', 'volume', 'volumeChange', 'turnover'] as const
type Key = (typeof keys)[number]

/** `down`: a list of falling stocks, with the largest fall first. */
type Props = { title: string; none: string; movers: readonly Mover[]; down?: boolean }

/** One list, initially sorted by the largest move. If space is short, figures share columns. */
export function MoverTable({ title, none, movers, down = false }: Props) {
  const t = useTranslation('movers')
  const [sort, setSort] = useState<Sort<Key>>({ by: 'priceChange', down: !down })
  const [asCharts] = useAsCharts('movers')
  const count = <span className="text-12 text-faded">{t('count', { count: movers.length })}</span>
  if (movers.length === 0)
    return (
      <Section title={title} beside={count}>
        <p className="py-6 text-14 text-faded">{none}</p>
      </Section>
    )
  const choose = (by: Key) => setSort(sortedBy(sort, by, by !== 'stockCode'))
  const head = { sort, onSort: choose }
  const sorted = inOrder(movers, mover => mover[sort.by], sort.down, currentLanguage())
  if (asCharts)
    return (
      <Section title={title} beside={count}>
        <ChartList title={title} stocks={sorted.map(chartedOf)} asAt={undefined} />
      </Section>
    )
  return (
    <Section title={title} beside={count} ruled={false}>
      <div className="@container">
        <div className="mt-1.5 @lg:hidden">
          <SortMenu
            label={t('sort')}
            options={keys.map(key => ({ key, label: t(`sort.${key}`) }))}
            sort={sort}
            onSort={choose}
            upLabel={t('sort.up')}
            downLabel={t('sort.down')}
          />
        </div>
        <table className="w-full table-fixed border-separate border-spacing-0 text-13">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-12 [&>th]:sticky [&>th]:short:static [&>th]:top-(--bars) [&>th]:z-1 [&>th]:border-b [&>th]:border-ink [&>th]:bg-paper [&>th]:p-0 [&>th]:align-bottom [&>th]:font-strong">
              <Head by="stockCode" label={t('column.stock')} {...head} />
              <Head by="price" label={t('column.price')} className="w-[min(5.25rem,27vw)] @lg:w-17" {...head} />
              <Head
                by="priceChange"
                label={t('column.change')}
                unit="%"
                className="@max-lg:hidden @lg:w-16"
                {...head}
              />
              <Head
                by="volume"
                label={t('column.volume')}
                unit={t('unit.shares')}
                className="w-[min(6.5rem,33vw)] @lg:w-19"
                {...head}
              />
              <Head
                by="volumeChange"
                label={t('column.multiple')}
                unit={t('unit.multiple')}
                className="@max-lg:hidden @lg:w-17"
                {...head}
              />
              <Head
                by="turnover"
                label={t('column.turnover')}
                unit={t('unit.money')}
                className="@max-lg:hidden @lg:w-19"
                {...head}
              />
              <th scope="col" className="w-15 text-end @max-lg:hidden">
                <span className="inline-block px-1.5 pb-1.5">{t('column.day')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(mover => (
              <MoverRow key={mover.stockCode} mover={mover} />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

const chartedOf = (mover: Mover) => ({
  exchange: 'HKEX' as const,
  stockCode: mover.stockCode,
  name: nameOf(mover),
})

type HeadProps = {
  by: Key
  label: string
  unit?: string
  className?: string
  sort: Sort<Key>
  onSort: (by: Key) => void
}

function Head({ by, label, unit, className, sort, onSort }: HeadProps) {
  const isActive = sort.by === by
  const Arrow = isActive && sort.down ? ArrowDown : ArrowUp
  const isFigure = by !== 'stockCode'
  return (
    <th scope="col" aria-sort={isActive ? (sort.down ? 'descending' : 'ascending') : undefined} className={className}>
      <button
        type="button"
        onClick={() => onSort(by)}
        className={`flex min-h-11 w-full flex-col justify-end px-1.5 pb-1.5 font-strong -outline-offset-2 ${isFigure ? 'items-end' : 'items-start'} ${isActive ? 'text-accent' : ''}`}
      >
        <span className="whitespace-nowrap">
          {label} {isActive && <Arrow size={12} aria-hidden className="inline-block align-[-0.1em]" />}
        </span>
        {unit && <span className="font-normal whitespace-nowrap text-faded">{unit}</span>}
      </button>
    </th>
  )
}

function MoverRow({ mover }: { mover: Mover }) {
  const t = useTranslation('movers')
  const { stockCode, price, priceChange, volume, volumeChange, turnover, dayPrices } = mover
  const multiple = volumeChange === null ? '–' : formatMoney(volumeChange)
  const busy = volumeChange !== null && volumeChange >= 2 ? 'font-strong' : ''
  return (
    <tr className="group relative hover:bg-wash [&>*]:h-11 [&>*]:border-b [&>*]:border-line [&>*]:px-1.5 @max-lg:[&>*]:h-16">
      <th scope="row">
        <Link
          to={`/interactive-chart?symbol=${encodeURIComponent(`HKEX:${stockCode}`)}`}
          className="line-clamp-2 leading-4 text-ink no-underline after:absolute after:inset-0 group-hover:underline"
        >
          <span className="font-strong text-accent tabular-nums">{padded('HKEX', stockCode)}</span>{' '}
          <span className="text-12 @max-lg:block">{nameOf(mover)}</span>
        </Link>
        <DayLine prices={dayPrices} className="@lg:hidden" />
      </th>
      <td className="figures">
        {formatPrice(price)}
        <span className="block text-12 @lg:hidden">
          <Change value={priceChange} />%
        </span>
      </td>
      <td className="figures @max-lg:hidden">
        <Change value={priceChange} />
      </td>
      <td className="figures">
        {formatVolume(volume)}
        <span className={`block text-12 @lg:hidden ${busy}`}>{t('times', { multiple })}</span>
        <span className="block text-12 text-faded @lg:hidden">
          {t('money.estimated', { amount: formatVolume(turnover) })}
        </span>
      </td>
      <td className={`figures @max-lg:hidden ${busy}`}>{multiple}</td>
      <td className="figures @max-lg:hidden">{formatVolume(turnover)}</td>
      <td className="text-end @max-lg:hidden">
        <DayLine prices={dayPrices} />
      </td>
    </tr>
  )
}
