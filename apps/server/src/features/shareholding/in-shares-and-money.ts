import { adjustedPrice, adjustedShares, stepAt } from '@finlist/domain/adjust/adjustment'
import { addDays, type Day } from '@finlist/domain/calendar'
import type { Db } from '../../db/database.ts'
import { readSteps } from '../../market-data/store/adjustments.ts'
import type { ChangeRow } from './store.ts'

/**
 * Number of days before and after a split in which numbers of shares cannot be compared, because the new shares arrive
 * some time after the split.
 */
const aboutSplit = 7

/** The date's changes, with their size in today's shares and in Hong Kong dollars at the last close. */
export async function inSharesAndMoney(db: Db, rows: readonly ChangeRow[], date: Day) {
  const codes = [...new Set(rows.map(({ stockCode }) => stockCode))]
  const steps = await readSteps(db, 'HKEX', { codes })
  const stepsOfBars = await readSteps(db, 'HKEX', { codes, ofBars: true })
  return rows.map(({ before, shares, sharesBefore, close, closeDate, ...row }) => {
    const own = steps.get(row.stockCode) ?? []
    const isSplit = own.some(
      step => step.before > addDays(before, -aboutSplit) && step.before <= addDays(date, aboutSplit),
    )
    const isKnown = !isSplit && shares >= 0 && sharesBefore >= 0
    const sharesChange = isKnown ? adjustedShares(shares - sharesBefore, stepAt(own, date)) : null
    const price = close && closeDate && adjustedPrice(close, stepAt(stepsOfBars.get(row.stockCode) ?? [], closeDate))
    const valueChange = sharesChange === null || !price ? null : Math.round(sharesChange * price)
    return { ...row, sharesChange, valueChange }
  })
}
