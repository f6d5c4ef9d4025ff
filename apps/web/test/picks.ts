import type { FinListStock, Quarter } from '@finlist/contract/finlist'

/** A pick that differs from its neighbours in every column. The test provides `code`, and the facts that it checks. */
export function pick(at: number, facts: Partial<FinListStock> = {}): FinListStock {
  return {
    stockCode: String(5 + at * 7).padStart(4, '0'),
    stockName: `${'KBTMAZ'[at % 6]}estrel ${at} Ltd`,
    stockNameZh: `紅隼${at}號`,
    close: 10 + ((at * 37) % 50) / 4,
    closeChange: (((at * 17) % 29) - 14) / 4,
    volume: 1_000_000 + ((at * 7919) % 97) * 100_000,
    volumeChange: ((at * 53) % 211) - 100,
    percivalScore: 60 + ((at * 31) % 40),
    buyPoint: -1,
    patternType: 'NIL',
    isLowTurnover: false,
    mask: false,
    watchlistData: [],
    sector: 'Industrials',
    sectorZh: '工業',
    subSector: ['Ports', 'Rail', 'Tools'][at % 3]!,
    subSectorZh: ['港口', '鐵路', '工具'][at % 3]!,
    profileInfo: 'Makes things.',
    profileInfoZh: '製造各種產品。',
    fundamentalData: Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map(n => [`q${n}`, quarter(n)])),
    ...facts,
  }
}

/** The quarter that precedes the newest by `ago` quarters. */
export const quarter = (ago: number, facts: Partial<Quarter> = {}): Quarter => ({
  thisReportDate: (2026 - Math.floor(ago / 4)) * 10_000 + [331, 1231, 930, 630][ago % 4]!,
  lastReportDate: (2025 - Math.floor(ago / 4)) * 10_000 + [331, 1231, 930, 630][ago % 4]!,
  thisEps: 1.25,
  lastEps: 1,
  epsChange: 25,
  thisSales: 2_500_000,
  lastSales: 2_000_000,
  salesChange: 25,
  thisNpm: 10,
  lastNpm: 12.5,
  npmChange: -20,
  ...facts,
})
