import type { Key } from '../../i18n/texts.ts'

/** What the help of a form says about a column, or about a few that are alike. */
export type HelpColumn = { names: readonly string[]; required?: true; text: Key<'admin'> }

const stockCode: HelpColumn = { names: ['stockCode'], required: true, text: 'column.stockCode' }
const exchange: HelpColumn = { names: ['exchange'], text: 'column.exchange' }
const texts: HelpColumn[] = [
  { names: ['sector', 'sectorZh', 'subSector', 'subSectorZh'], text: 'column.sector' },
  { names: ['profileInfo', 'profileInfoZh'], text: 'column.profileInfo' },
]

export const pickColumns: HelpColumn[] = [
  stockCode,
  { names: ['close'], required: true, text: 'column.close' },
  { names: ['percivalScore'], required: true, text: 'column.percivalScore' },
  { names: ['closeChange', 'volumeChange'], text: 'column.changes' },
  { names: ['volume'], text: 'column.volume' },
  { names: ['buyPoint'], text: 'column.buyPoint' },
  { names: ['patternType'], text: 'column.patternType' },
  { names: ['isLowTurnover'], text: 'column.isLowTurnover' },
  { names: ['freePick'], text: 'column.freePick' },
  { names: ['stockName', 'stockNameZh'], text: 'column.stockNames' },
  ...texts,
  exchange,
]

export const fundamentalColumns: HelpColumn[] = [
  stockCode,
  { names: ['quarter'], required: true, text: 'column.quarter' },
  { names: ['thisReportDate'], required: true, text: 'column.thisReportDate' },
  { names: ['lastReportDate'], text: 'column.lastReportDate' },
  { names: ['thisEps', 'lastEps', 'epsChange'], text: 'column.eps' },
  { names: ['thisSales', 'lastSales', 'salesChange'], text: 'column.sales' },
  { names: ['thisNpm', 'lastNpm', 'npmChange'], text: 'column.npm' },
  exchange,
]

export const stockColumns: HelpColumn[] = [
  stockCode,
  { names: ['stockName'], required: true, text: 'column.stockName' },
  { names: ['stockNameZh'], text: 'column.stockNameZh' },
  ...texts,
  { names: ['isIndex'], text: 'column.isIndex' },
  exchange,
]

export const priceColumns: HelpColumn[] = [
  { names: ['date'], required: true, text: 'column.date' },
  { names: ['open', 'high', 'low', 'close'], required: true, text: 'column.prices' },
  { names: ['volume'], required: true, text: 'column.bar-volume' },
  { names: ['stockCode'], text: 'column.bar-stockCode' },
  exchange,
]
