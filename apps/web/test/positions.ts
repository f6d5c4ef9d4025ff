import type { WatchlistStock } from '@finlist/contract/watchlist'

/** A position that differs from its neighbours in every column. */
export function position(at: number, facts: Partial<WatchlistStock> = {}): WatchlistStock {
  const entered = { buyPrice: 8 + ((at * 31) % 40) / 4, shares: 100 + ((at * 17) % 23) * 100 }
  return {
    watchlistStockId: 100 + at,
    stockCode: String(5 + at * 7).padStart(4, '0'),
    exchange: 'HKEX',
    stockName: `Kestrel ${at} Ltd`,
    stockNameZh: `紅隼${at}號`,
    ...entered,
    entered,
    followsActions: true,
    note: '',
    actions: [],
    currentPrice: 10 + ((at * 37) % 50) / 4,
    currentVolume: 1_000_000 + ((at * 7919) % 97) * 100_000,
    priceDate: '2026-07-17',
    average50: 11,
    sector: 'Industrials',
    sectorZh: '工業',
    subSector: 'Ports',
    subSectorZh: '港口',
    profileInfo: 'Makes things.',
    profileInfoZh: '製造各種產品。',
    ...facts,
  }
}
