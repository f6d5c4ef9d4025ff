import { practiceSpaces } from '@finlist/domain/chart/symbol'
import { exchangeIds } from '@finlist/domain/markets'
import { priceKinds } from '@finlist/domain/prices/kinds'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { exchangeId, isoDate } from '../finlist.ts'

/** The names by which records identify importers that are neither a user nor a data source. */
export const programNames = ['command line', 'folder', 'drop folder'] as const
export type ProgramName = (typeof programNames)[number]

export const encodings = ['utf-8', 'big5', 'gbk', 'shift-jis', 'utf-16le', 'utf-16be'] as const
export type FileEncoding = (typeof encodings)[number]

const isSaid = z.optional(z.enum(['true', 'false']))
/**
 * How an uploaded file is parsed. `dryRun` validates and counts without saving. `skipBadLines` imports the valid lines,
 * and stores the bad ones with the original file. `columns` maps our column names to the file's
 * (`open=First,close=Last`), for this and later files of the same market and kind, until an upload sends `none`.
 * `encoding` is detected if it is omitted.
 */
export const reading = {
  dryRun: isSaid,
  skipBadLines: isSaid,
  columns: z.optional(z.string().check(z.maxLength(2_000))),
  encoding: z.optional(z.enum(encodings)),
}

/**
 * The result of an upload. `count`: the number of rows imported. `created`: the number of stocks added that were not
 * listed before. `notes`: what was corrected, skipped or replaced, in the caller's language. For a rejected file the
 * response has one error per bad line, `line N: reason`.
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

/** Confirms an upload that looks suspicious; without it, the upload is rejected with 409, code `confirm`. */
export const confirmed = { confirm: isSaid }

/**
 * Uploads the picks of an issue, optionally with their fundamentals, and replaces the whole issue. For a quarantined
 * day the call responds 409, code `confirm`, unless `confirm` is true.
 */
export const uploadFinList = call({
  method: 'POST',
  path: '/admin/data/finlist/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId, issueDate: isoDate, ...confirmed, ...reading }),
  files: ['finListCsv', 'finListFundamentalCsv'],
  data: imported,
})

/** Uploads the names, industries and profiles of a market's stocks. */
export const uploadStocks = call({
  method: 'POST',
  path: '/admin/data/stock/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId, ...reading }),
  files: ['stockCsv'],
  data: imported,
})

/**
 * Uploads daily prices of a market, or of practice symbols (PRAC, GAME). Without `stockCode`, every line must name its
 * stock. `lotSize` is the number of shares per lot, for files with volume in lots. `prices` says how the source adjusts
 * prices; by default as in the market's last upload. Suspicious prices are rejected with 409, code `confirm`, unless
 * `confirm` is true.
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

/** Uploads stocks for the simulator. A stock replaces the existing one with the same code. */
export const uploadSimulatorStocks = call({
  method: 'POST',
  path: '/admin/data/simulator-stock/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object(reading),
  files: ['simulatorStocksCsv'],
  data: imported,
})

/** Uploads bases of a market. A base replaces the one with the same patternId. */
export const uploadPatterns = call({
  method: 'POST',
  path: '/admin/data/patterns/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ exchange: exchangeId, ...reading }),
  files: ['patternsCsv'],
  data: imported,
})

/**
 * The latest 100 uploads, newest first. A file that is past its retention period still has its name, size and hash
 * (`isKept` is false). `whyNotRolledBack` is the reason why the upload cannot be rolled back; empty if it can.
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

/**
 * Rolls back an upload: restores the exact state of the data before it. Responds 409 with the reason if that is
 * impossible.
 */
export const rollBackUpload = call({
  method: 'POST',
  path: '/admin/data/uploads/:uploadId/roll-back',
  needs: { right: 'staff', fresh: 'never' },
  params: z.object({ uploadId }),
})

/** Downloads a file of an upload, exactly as it was uploaded. */
export const uploadedFile = call({
  method: 'GET',
  path: '/admin/data/uploads/:uploadId/file/:field',
  needs: { right: 'staff', fresh: 'never' },
  params: z.object({ uploadId, field: z.string().check(z.maxLength(40)) }),
})
