import * as z from 'zod/mini'
import { call } from '../call.ts'
import { exchangeId } from '../finlist.ts'
import { confirmed, imported, reading } from './admin.ts'

const query = z.object({ exchange: exchangeId, ...reading })

/**
 * Uploads corporate actions. One of the same stock, ex-date and kind is replaced; a cancelled one no longer affects
 * prices.
 */
export const uploadCorporateActions = call({
  method: 'POST',
  path: '/admin/data/corporate-actions/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.extend(query, confirmed),
  files: ['corporateActionCsv'],
  data: imported,
})

/** Uploads listing dates. A listing of the same stock from the same day is replaced. */
export const uploadListings = call({
  method: 'POST',
  path: '/admin/data/listings/upload',
  needs: { right: 'staff', fresh: 'never' },
  query,
  files: ['listingCsv'],
  data: imported,
})

/** Uploads code changes. All data under the old code moves to the new one. */
export const uploadRenames = call({
  method: 'POST',
  path: '/admin/data/renames/upload',
  needs: { right: 'staff', fresh: 'never' },
  query,
  files: ['renameCsv'],
  data: imported,
})

/** Uploads market closings. A closing on the same day is replaced. */
export const uploadClosings = call({
  method: 'POST',
  path: '/admin/data/closings/upload',
  needs: { right: 'staff', fresh: 'never' },
  query,
  files: ['closingCsv'],
  data: imported,
})

/** Uploads exchange rates. A rate of the same currency and day is replaced. */
export const uploadRates = call({
  method: 'POST',
  path: '/admin/data/rates/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ ...confirmed, ...reading }),
  files: ['ratesCsv'],
  data: imported,
})
