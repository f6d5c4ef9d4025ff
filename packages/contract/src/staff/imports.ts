import type { ChartExchange } from '@finlist/domain/chart/padded'
import type { AnyCall } from '../call.ts'
import { uploadVideos } from '../education.ts'
import { uploadGameLevels } from '../fintrainer.ts'
import { uploadMarketTrend } from '../market-trend.ts'
import { uploadMovers } from '../movers.ts'
import { uploadProfitAlerts } from '../profit-alerts.ts'
import { uploadShareholdings } from '../shareholding.ts'
import { uploadFinList, uploadPatterns, uploadPrices, uploadSimulatorStocks, uploadStocks } from './admin.ts'
import { uploadClosings, uploadCorporateActions, uploadListings, uploadRates, uploadRenames } from './market-facts.ts'
import * as columns from './upload-columns.ts'

/**
 * The inputs of an import besides its files. They are parameters of the API call, fields of the upload form, and
 * options of the command.
 */
export type Asked = 'exchange' | 'issueDate' | 'stockCode' | 'lotSize' | 'takenAt' | 'prices' | 'confirm'

type Import = {
  call: AnyCall
  asks: readonly Asked[]
  /** The only market or practice space that this kind exists for. */
  only?: ChartExchange
  /**
   * The columns of each file, by the name of its field. On the command line, files after the first are given as
   * options.
   */
  files: Readonly<Record<string, readonly columns.UploadColumns[]>>
  /** Adds stocks that are not listed yet. */
  listsStocks?: true
}

/** All kinds of data that can be imported from files, in the order in which staff see them. */
export const imports = {
  finlist: {
    call: uploadFinList,
    asks: ['exchange', 'issueDate', 'confirm'],
    files: { finListCsv: columns.pickColumns, finListFundamentalCsv: columns.fundamentalColumns },
    listsStocks: true,
  },
  stocks: { call: uploadStocks, asks: ['exchange'], files: { stockCsv: columns.stockColumns } },
  prices: {
    call: uploadPrices,
    asks: ['exchange', 'stockCode', 'lotSize', 'prices', 'confirm'],
    files: { priceCsv: columns.priceColumns },
    listsStocks: true,
  },
  'corporate-actions': {
    call: uploadCorporateActions,
    asks: ['exchange', 'confirm'],
    files: { corporateActionCsv: columns.corporateActionColumns },
  },
  listings: { call: uploadListings, asks: ['exchange'], files: { listingCsv: columns.listingColumns } },
  renames: { call: uploadRenames, asks: ['exchange'], files: { renameCsv: columns.renameColumns } },
  closings: { call: uploadClosings, asks: ['exchange'], files: { closingCsv: columns.closingColumns } },
  // Not specific to a market; serialised with Hong Kong's imports.
  rates: { call: uploadRates, asks: ['confirm'], only: 'HKEX', files: { ratesCsv: columns.rateColumns } },
  'simulator-stocks': {
    call: uploadSimulatorStocks,
    asks: [],
    only: 'PRAC',
    files: { simulatorStocksCsv: columns.simulatorStockColumns },
  },
  'game-levels': { call: uploadGameLevels, asks: [], only: 'GAME', files: { gameLevelCsv: columns.gameLevelColumns } },
  patterns: { call: uploadPatterns, asks: ['exchange'], files: { patternsCsv: columns.patternColumns } },
  // Not specific to a market; serialised with Hong Kong's imports.
  videos: { call: uploadVideos, asks: [], only: 'HKEX', files: { videosCsv: columns.videoColumns } },
  markettrend: {
    call: uploadMarketTrend,
    asks: ['exchange', 'issueDate', 'confirm'],
    files: { marketTrendDetailCsv: columns.marketTrendColumns },
  },
  shareholding: {
    call: uploadShareholdings,
    asks: [],
    only: 'HKEX',
    files: { shareholdingCsv: columns.shareholdingColumns },
    listsStocks: true,
  },
  movers: {
    call: uploadMovers,
    asks: ['takenAt'],
    only: 'HKEX',
    files: { moversCsv: columns.moversColumns },
    listsStocks: true,
  },
  'profit-alerts': {
    call: uploadProfitAlerts,
    asks: [],
    only: 'HKEX',
    files: { profitAlertsCsv: columns.profitAlertColumns },
    listsStocks: true,
  },
} as const satisfies Record<string, Import>

export type ImportKind = keyof typeof imports
export const importKinds = Object.keys(imports) as [ImportKind, ...ImportKind[]]
/** The import of a kind, as the general type. */
export const importOf = (kind: ImportKind): Import => imports[kind]
