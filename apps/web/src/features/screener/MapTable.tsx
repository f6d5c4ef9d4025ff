import type { MapStock } from '@finlist/contract/screener'
import { padded } from '@finlist/domain/chart/padded'
import { currencyOf, type Market } from '@finlist/domain/markets'
import type { ChangePeriod } from '@finlist/domain/screener/period-changes'
import { memo, useMemo, useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { Change, formatPrice, formatVolume } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { inOrder, type Sort, sortedBy } from '../../ui/sort.ts'
import { SortMenu } from '../../ui/sort-menu.tsx'
import { useDrawn } from '../../ui/use-drawn.ts'
import { chartOf } from './chart-address.ts'

const keys = ['stock', 'sector', 'price', 'change', 'turnover'] as const
type Key = (typeof keys)[number]
const rowsAtOnce = 40

type Props = {
  market: Market
  day: string
  stocks: readonly MapStock[]
  period: ChangePeriod
  changeOf: (stock: MapStock) => number | null
  sectorName: (at: number) => string
}

/** The stocks of the map as a table, including those that did not trade. Initially sorted by turnover. */
export default function MapTable({ market, day, stocks, period, changeOf, sectorName }: Props) {
  const t = useTranslation('screener')
  const phone = useIsPhone()
  const [sort, setSort] = useState<Sort<Key>>({ by: 'turnover', down: true })
  const spoken = currentLanguage()
  const sorted = useMemo(() => {
    const valueOf: Record<Key, (stock: MapStock) => string | number | null> = {
      stock: ({ stockCode }) => stockCode,
      sector: ({ sector }) => sectorName(sector),
      price: ({ price }) => price,
      change: changeOf,
      turnover: ({ turnover }) => turnover,
    }
    return inOrder(stocks, valueOf[sort.by], sort.down, spoken)
  }, [stocks, sectorName, changeOf, sort, spoken])
  const drawn = useDrawn(sorted, rowsAtOnce)
  const choose = (by: Key) => setSort(sortedBy(sort, by, by === 'price' || by === 'change' || by === 'turnover'))
  const caption = t('table.label', {
    market: t(`market.${market.linkSuffix}`),
    date: formatDay(day),
    period: t(`period.${period}`),
  })
  const rows = (
    <tbody>
      {drawn.map(stock => (
        <Row
          key={stock.stockCode}
          stock={stock}
          market={market}
          change={changeOf(stock)}
          sector={sectorName(stock.sector)}
          isNarrow={phone}
          idle={stock.tradedOn === undefined ? '' : t('traded-on', { date: formatDay(stock.tradedOn, 'short') })}
        />
      ))}
    </tbody>
  )
  if (phone)
    return (
      <>
        <SortMenu
          label={t('sort')}
          options={keys.map(key => ({ key, label: t(`column.${key}`) }))}
          sort={sort}
          onSort={choose}
          upLabel={t('sort.up')}
          downLabel={t('sort.down')}
        />
        <table className="list-table text-13">
          <caption className="sr-only">{caption}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('column.stock')}</th>
              <th scope="col">{t('figures')}</th>
            </tr>
          </thead>
          {rows}
        </table>
      </>
    )
  const columns: Column<Key>[] = [
    { key: 'stock', label: t('column.stock'), least: 18 },
    { key: 'sector', label: t('column.sector'), least: 14 },
    { key: 'price', label: t('column.price'), unit: currencyOf[market.id], end: true, width: 9 },
    { key: 'change', label: t('column.change'), unit: `% ${t(`period.${period}`)}`, end: true, width: 9 },
    { key: 'turnover', label: t('column.turnover'), unit: currencyOf[market.id], end: true, width: 11 },
  ]
  return (
    <DataTable caption={caption} columns={columns} sort={sort} onSort={choose}>
      {rows}
    </DataTable>
  )
}

type RowProps = {
  stock: MapStock
  market: Market
  change: number | null
  sector: string
  isNarrow: boolean
  /** When the stock last traded, if not on the map's day. */
  idle: string
}

const Row = memo(function Row({ stock, market, change, sector, isNarrow, idle }: RowProps) {
  const title = (
    <Link
      to={chartOf(market, stock)}
      className="line-clamp-2 text-ink no-underline after:absolute after:inset-0 hover:underline"
    >
      <span className="font-strong text-accent tabular-nums">{padded(market.id, stock.stockCode)}</span>{' '}
      <span>{nameOf(stock)}</span>
    </Link>
  )
  const turnover = idle || formatVolume(stock.turnover)
  if (isNarrow)
    return (
      <tr data-code={stock.stockCode} className="relative [&>*]:h-16 [&>*]:px-1.5!">
        <th scope="row">
          {title}
          <span className="block text-12 text-faded">{sector}</span>
        </th>
        <td className="figures w-[42%]">
          {formatPrice(stock.price)}
          <span className="block">
            <Change value={change} />
            {change !== null && '%'}
          </span>
          <span className="block text-12 text-faded">{turnover}</span>
        </td>
      </tr>
    )
  return (
    <tr data-code={stock.stockCode} className="relative hover:bg-wash">
      <th scope="row">{title}</th>
      <td>{sector}</td>
      <td className="figures">{formatPrice(stock.price)}</td>
      <td className="figures">
        <Change value={change} />
      </td>
      <td className="figures">{turnover}</td>
    </tr>
  )
})
