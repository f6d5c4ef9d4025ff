import { fieldName } from '@finlist/contract/issues'
import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import { alertRules, largestValue, readsPrices } from '@finlist/domain/alerts/kinds'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Language } from '@finlist/i18n/languages'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { BadRequest, Forbidden } from '../../http/client-errors.ts'
import { CellError } from '../../market-data/import/import-errors.ts'
import { readStockCode } from '../../market-data/import/stock-code.ts'
import { mayBeTold, maySeePrices } from '../../notifications/inbox/may-be-told.ts'
import type { Owner } from './own-alerts.ts'
import { isListed } from './store.ts'

export type Given = {
  kind: AlertKind
  exchange: ExchangeId
  stockCode?: string | undefined
  value?: number | undefined
  screenId?: number | undefined
  once?: boolean | undefined
  expiresOn?: Day | undefined
  note?: string | undefined
}

/**
 * Throws Forbidden if the owner may not have alerts of this kind in this market, BadRequest if nobody may. Does not
 * depend on the stock.
 */
export function assertMayHave(config: Config, { rights }: Owner, { kind, exchange }: Given): void {
  const rule = alertRules[kind]
  if ('markets' in rule && !(rule.markets as readonly ExchangeId[]).includes(exchange))
    throw new BadRequest('alert.market', { field: 'exchange' })
  if (mayBeTold(config, { kind, exchange }, rights)) return
  if (readsPrices(kind) && !maySeePrices(config, exchange, rights))
    throw new BadRequest('source.not-shown', { field: 'exchange' })
  throw new Forbidden()
}

/** Throws BadRequest if the stock is unknown. */
export async function assertListed(db: Db, exchange: ExchangeId, stockCode: string): Promise<void> {
  if (!(await isListed(db, exchange, stockCode)))
    throw new BadRequest('unknown-stock', { field: 'stockCode', values: { stock: `${exchange} ${stockCode}` } })
}

/** The stock code as the exchange writes it; null for an alert on all stocks or on the market. */
export function stockOf({ kind, exchange, stockCode }: Given, language: Language): string | null {
  const { stock } = alertRules[kind]
  if (stockCode === undefined) {
    if (stock === 'one') throw missing('stockCode', language)
    return null
  }
  if (stock === 'none' || stock === 'screen') throw new BadRequest('alert.no-stock', { field: 'stockCode' })
  try {
    return readStockCode(stockCode, 'stockCode', exchange)
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    const { text, values = {} } = error.reason
    throw new BadRequest(text, { field: 'stockCode', values })
  }
}

export function checkValue(kind: AlertKind, value: number | undefined, language: Language): number | null {
  const unit = alertRules[kind].value
  if (unit === 'none') {
    if (value !== undefined) throw new BadRequest('alert.no-value', { field: 'value' })
    return null
  }
  if (value === undefined) throw missing('value', language)
  if (unit !== 'price' && value > largestValue[unit])
    throw new BadRequest('too-big', {
      field: 'value',
      values: { field: fieldName(language, 'value'), count: largestValue[unit] },
    })
  return value
}

export const missing = (field: string, language: Language) =>
  new BadRequest('missing', { field, values: { field: fieldName(language, field) } })

/** Throws BadRequest if the alert would have ended before today, the current day in its market. */
export function assertNotEnded(expiresOn: Day | null | undefined, today: Day): void {
  if (expiresOn && expiresOn < today) throw new BadRequest('alert.ended', { field: 'expiresOn' })
}
