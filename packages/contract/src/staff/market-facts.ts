import * as z from 'zod/mini'
import { call } from '../call.ts'
import { exchangeId } from '../finlist.ts'
import { confirmed, imported, reading } from './admin.ts'

const query = z.object({ exchange: exchangeId, ...reading })

/**
 * Uploads corporate actions. A corporate action replaces the one of the same stock, ex-date and kind; a cancelled one
 * no longer affects prices. Suspicious ones are rejected with 409, code `confirm`, unless `confirm` is true.
 */
export const uploadCorporateActions = call({
  method: 'POST',
  path: '/admin/data/corporate-actions/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.extend(query, confirmed),
  files: ['corporateActionCsv'],
  data: imported,
})

/** Uploads listing and delisting dates. A listing replaces the one of the same stock that began on the same day. */
export const uploadListings = call({
  method: 'POST',
  path: '/admin/data/listings/upload',
  needs: { right: 'staff', fresh: 'never' },
  query,
  files: ['listingCsv'],
  data: imported,
})

/** Uploads changes of stock codes. All data under an old code moves to the new one. */
export const uploadRenames = call({
  method: 'POST',
  path: '/admin/data/renames/upload',
  needs: { right: 'staff', fresh: 'never' },
  query,
  files: ['renameCsv'],
  data: imported,
})

/** Uploads days on which the market is closed or open for half a day. An entry replaces the one for the same day. */
export const uploadClosings = call({
  method: 'POST',
  path: '/admin/data/closings/upload',
  needs: { right: 'staff', fresh: 'never' },
  query,
  files: ['closingCsv'],
  data: imported,
})

/**
 * Uploads exchange rates. A rate replaces the one of the same currency and day. Suspicious rates are rejected with 409,
 * code `confirm`, unless `confirm` is true.
 */
export const uploadRates = call({
  method: 'POST',
  path: '/admin/data/rates/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object({ ...confirmed, ...reading }),
  files: ['ratesCsv'],
  data: imported,
})
