import type { MapStock, MarketMap } from '@finlist/contract/screener'
import { currencyOf, type Market } from '@finlist/domain/markets'
import { lazy, Suspense, useMemo } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { formatNumber } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { sectorIn, type useMapAddress } from './address.ts'
import { MapView } from './MapView.tsx'
import { useSectorName } from './sector-name.ts'
import { WaitingMap } from './WaitingMap.tsx'

const MapTable = lazy(() => import('./MapTable.tsx'))

type Props = {
  market: Market
  map: MarketMap & { date: string }
  address: ReturnType<typeof useMapAddress>
}

/** A market's stocks, or those of one sector, as a map or as a table. */
export function MapOrTable({ market, map, address }: Props) {
  const t = useTranslation('screener')
  const nameOf = useSectorName(map.sectors)
  const { period, isTable } = address
  const open = sectorIn(map.sectors, address)
  const stocks = useMemo(
    () => (open === null ? map.stocks : map.stocks.filter(({ sector }) => sector === open)),
    [map, open],
  )
  const changeOf = useMemo(() => (stock: MapStock) => stock.changes[period], [period])
  const idle = stocks.filter(({ turnover }) => turnover === 0).length
  return (
    <div data-market={market.linkSuffix}>
      {isTable ? (
        <Suspense fallback={<WaitingMap />}>
          <MapTable
            market={market}
            day={map.date}
            stocks={stocks}
            period={period}
            changeOf={changeOf}
            sectorName={nameOf}
          />
        </Suspense>
      ) : (
        <MapView
          market={market}
          stocks={stocks}
          open={open}
          period={period}
          changeOf={changeOf}
          sectorName={nameOf}
          onOpen={at => address.setSector(at === null ? null : map.sectors[at]!.name)}
          onList={at => address.listSector(map.sectors[at]!.name)}
        />
      )}
      <p className="mt-3 max-w-[90ch] text-12 text-faded">
        <b className="font-strong text-ink">{t('as-at', { date: formatDay(map.date) })}</b>{' '}
        {t('method', { currency: currencyOf[market.id] })}{' '}
        {map.total > map.stocks.length &&
          t('limited', { shown: formatNumber(map.stocks.length), total: formatNumber(map.total) })}{' '}
        {!isTable && idle > 0 && t('idle', { count: idle })}
      </p>
    </div>
  )
}
