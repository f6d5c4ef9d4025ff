import { practiceSpaces } from '@finlist/domain/chart/symbol'
import { exchangeIds } from '@finlist/domain/markets'
import { priceKinds } from '@finlist/domain/prices/kinds'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeId, isoDate } from './finlist.ts'

/** Loaders of data that are neither a person nor a data source, by their name in records. */
export const programNames = ['command line', 'folder', 'drop folder'] as const
export type ProgramName = (typeof programNames)[number]

export const encodings = ['utf-8', 'big5', 'gbk', 'shift-jis', 'utf-16le', 'utf-16be'] as const
export type FileEncoding = (typeof encodings)[number]

const isSaid = z.optional(z.enum(['true', 'false']))
/**
 * How files are read. `dryRun`: everything is checked and counted, and nothing is saved. `skipBadLines`: valid lines
 * are loaded, and bad ones kept with the original. `columns`: the file's names for the columns
 * (`open=First,close=Last`), which also apply to the market's next files of the kind, until `none`. `encoding`:
 * detected from the file if omitted.
 */
export const reading = {
  dryRun: isSaid,
  skipBadLines: isSaid,
  columns: z.optional(z.string().check(z.maxLength(2_000))),
  encoding: z.optional(z.enum(encodings)),
}

/**
 * `count` rows of the files are now stored. `created` stocks were not listed before. `notes` say in the caller's
 * language what was corrected, left out or replaced. A client error has one entry for each bad line, `line N: reason`.
 */
export const imported = z.object({
  count: z.number(),
  finListCount: z.optional(z.number()),
  fundamentalCount: z.optional(z.number()),
  created: z.number(),
  notes: z.array(z.string()),
  uploadId: z.nullable(z.number()),
})
export type Imported = z.output<typeof imported>

/** Confirms what is probably unintended; without it, that answers 409, code `confirm`. */
export const confirmed = { confirm: isSaid }

/**
 * The picks of an issue and, optionally, their fundamentals: the issue is replaced as a whole. For a day that is held
 * back it needs `confirm`.
 */
export const uploadFinList = call({
  method: 'POST',
  path: '/admin/data/finlist/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId, issueDate: isoDate, ...confirmed, ...reading }),
  files: ['finListCsv', 'finListFundamentalCsv'],
  data: imported,
})

export const uploadStocks = call({
  method: 'POST',
  path: '/admin/data/stock/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId, ...reading }),
  files: ['stockCsv'],
  data: imported,
})

/**
 * Prices of a market, or of practice (PRAC, GAME). Without `stockCode` the file names the stock on every line.
 * `lotSize`: for a file with its volume in lots. `prices`: how the source gives them; if omitted, as in the market's
 * last load.
 */
export const uploadPrices = call({
  method: 'POST',
  path: '/admin/data/stock/price/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({
    exchange: z.enum([...exchangeIds, ...practiceSpaces]),
    stockCode: z.optional(z.string().check(z.trim(), z.maxLength(12))),
    lotSize: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
    prices: z.optional(z.enum(priceKinds)),
    ...confirmed,
    ...reading,
  }),
  files: ['priceCsv'],
  data: imported,
})

/** The simulator's stocks; an existing one is replaced. */
export const uploadSimulatorStocks = call({
  method: 'POST',
  path: '/admin/data/simulator-stock/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object(reading),
  files: ['simulatorStocksCsv'],
  data: imported,
})

/** Bases of a market; a base with the same patternId is replaced. */
export const uploadPatterns = call({
  method: 'POST',
  path: '/admin/data/patterns/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId, ...reading }),
  files: ['patternsCsv'],
  data: imported,
})

/**
 * The newest hundred, newest first. Files that are no longer kept still have name, size and hash. `whyNotRolledBack` is
 * empty where a roll-back is offered.
 */
export const listUploads = call({
  method: 'GET',
  path: '/admin/data/uploads',
  topics: [
    'finlist',
    'prices',
    'patterns',
    'markettrend',
    'shareholding',
    'movers',
    'profit-alerts',
    'education',
    'game',
    'closings',
  ],
  needs: { right: 'staff', fresh: 'never' },
  data: z.array(
    z.object({
      uploadId: z.number(),
      kind: z.string(),
      key: z.string(),
      by: z.string(),
      uploadedAt: z.iso.datetime(),
      rolledBackAt: z.nullable(z.iso.datetime()),
      files: z.array(
        z.object({
          field: z.string(),
          name: z.string(),
          bytes: z.number(),
          sha256: z.string(),
          isKept: z._default(z.boolean(), true),
        }),
      ),
      counts: z.record(z.string(), z.number()),
      notes: z.array(z.string()),
      mayBeRolledBack: z.boolean(),
      whyNotRolledBack: z.string(),
    }),
  ),
})
export type UploadRecord = z.output<(typeof listUploads)['data']>[number]

const uploadId = z.coerce.number().check(z.int(), z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))

/** Restores exactly the data before the upload, or answers 409 with the reason it cannot. */
export const rollBackUpload = call({
  method: 'POST',
  path: '/admin/data/uploads/:uploadId/roll-back',
  needs: { right: 'staff', fresh: 'never' },
  params: z.object({ uploadId }),
})

/** The uploaded file itself, as a download. */
export const uploadedFile = call({
  method: 'GET',
  path: '/admin/data/uploads/:uploadId/file/:field',
  needs: { right: 'staff', fresh: 'never' },
  params: z.object({ uploadId, field: z.string().check(z.maxLength(40)) }),
})
