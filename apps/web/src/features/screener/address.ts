import { forScreening } from '@finlist/contract/finder'
import type { MarketMap } from '@finlist/contract/screener'
import { type LinkSuffix, type Market, markets } from '@finlist/domain/markets'
import { type ChangePeriod, changePeriods } from '@finlist/domain/screener/period-changes'
import { useSearchParams } from 'react-router'
import { changedQuery } from '../../components/changed-query.ts'

const usualPeriod: ChangePeriod = '1d'
/** A stock without a sector has an empty sector name, which an address cannot distinguish from no sector. */
const noSector = '-'

/**
 * The market that the address names. Without one: `current`, the market seen last, if the user may see its map, or the
 * first market whose map they may see.
 */
export function marketIn(query: URLSearchParams, rights: readonly string[], current: LinkSuffix): Market {
  const maySee = ({ id }: Market) => rights.includes(forScreening({ exchange: id }))
  const inOrder = markets.toSorted(
    (one, other) => Number(other.linkSuffix === current) - Number(one.linkSuffix === current),
  )
  return markets.find(({ linkSuffix }) => linkSuffix === query.get('market')) ?? inOrder.find(maySee) ?? inOrder[0]!
}

/** The map's state in its address, and functions that change it. Opening a sector or a market adds a history entry. */
export function useMapAddress() {
  const [query, setQuery] = useSearchParams()
  const change = (changes: Record<string, string | null>, replace: boolean) =>
    setQuery(changedQuery(query, changes), { replace })
  const sector = query.get('sector')
  return {
    query,
    period: changePeriods.find(period => period === query.get('period')) ?? usualPeriod,
    /** The name of the open sector; empty for stocks without one, and null if all are shown. */
    sector: sector === noSector ? '' : sector,
    isTable: query.get('view') === 'table',
    setMarket: (market: string) => change({ market, sector: null }, false),
    setPeriod: (period: ChangePeriod) => change({ period: period === usualPeriod ? null : period }, true),
    setSector: (name: string | null) => change({ sector: name === '' ? noSector : name }, false),
    setTable: (isTable: boolean) => change({ view: isTable ? 'table' : null }, true),
    /** Shows a sector's stocks as a table. */
    listSector: (name: string) => change({ sector: name === '' ? noSector : name, view: 'table' }, false),
  }
}

/** The place of the open sector among the market's sectors; null if all are shown. */
export function sectorIn(sectors: MarketMap['sectors'], { sector }: { sector: string | null }): number | null {
  const at = sector === null ? -1 : sectors.findIndex(({ name }) => name === sector)
  return at === -1 ? null : at
}
