import type { Alert } from '@finlist/contract/alerts'
import { fieldName } from '@finlist/contract/issues'
import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import { alertRules, largestValue, readsPrices } from '@finlist/domain/alerts/kinds'
import { dayAt } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Language } from '@finlist/i18n/languages'
import type { Config } from '../../config.ts'
import type { Database, Tx } from '../../db/database.ts'
import { BadRequest, Forbidden, NotFound } from '../../http/client-errors.ts'
import { CellError } from '../../market-data/import/import-errors.ts'
import { readStockCode } from '../../market-data/import/stock-code.ts'
import { mayBeTold, maySeePrices } from '../../notifications/inbox/may-be-told.ts'
import { mostOf, type Owner, ownAlerts } from './own-alerts.ts'
import { hasScreen, insertAlert, isListed, lockAlertsOf, restore, updateAlert } from './store.ts'

type Parts = { database: Database; config: Config; now: () => number; language: Language }
type Given = {
  kind: AlertKind
  exchange: ExchangeId
  stockCode?: string | undefined
  value?: number | undefined
  screenId?: number | undefined
}

/** Creates an alert. Its stock need not be a pick. */
export async function setAlert(parts: Parts, owner: Owner, given: Given): Promise<Alert> {
  const { database, config, now, language } = parts
  const { kind, exchange } = given
  const rule = alertRules[kind]
  if ('markets' in rule && !(rule.markets as readonly ExchangeId[]).includes(exchange))
    throw new BadRequest('alert.market', { field: 'exchange' })
  if (!mayBeTold(config, given, owner.rights)) {
    if (readsPrices(kind) && !maySeePrices(config, exchange, owner.rights))
      throw new BadRequest('source.not-shown', { field: 'exchange' })
    throw new Forbidden()
  }
  const stockCode = stockOf(given, language)
  const value = checkValue(kind, given.value, language)
  return await database.write(async tx => {
    await lockAlertsOf(tx, owner.userId)
    if (stockCode !== null && !(await isListed(tx, exchange, stockCode)))
      throw new BadRequest('unknown-stock', { field: 'stockCode', values: { stock: `${exchange} ${stockCode}` } })
    const { userId } = owner
    const screenId = await screenOf(tx, userId, given, language)
    const known = await ownAlerts(tx, config, owner)
    refuseDuplicate(known, { kind, exchange, stockCode, value, screenId })
    refuseTooMany(known, owner)
    const valueOn = dayAt(exchange, now())
    const alertId = await insertAlert(tx, { userId, kind, exchange, stockCode, value, valueOn, screenId })
    return await alertOf(tx, config, owner, alertId)
  })
}

type Change = { value?: number | undefined; paused?: boolean | undefined }

/** Changes the value, or pauses or resumes the alert. Throws NotFound for another user's alert. */
export async function changeAlert(parts: Parts, owner: Owner, alertId: number, change: Change): Promise<Alert> {
  const { database, config, now, language } = parts
  return await database.write(async tx => {
    await lockAlertsOf(tx, owner.userId)
    const known = await ownAlerts(tx, config, owner)
    const before = known.find(alert => alert.alertId === alertId)
    if (!before) throw new NotFound()
    if (change.value === undefined && change.paused === undefined)
      throw new BadRequest('alert.nothing', { field: 'value' })
    const value = change.value === undefined ? before.value : checkValue(before.kind, change.value, language)
    const { kind, exchange, stockCode } = before
    const screenId = before.screen?.screenId ?? null
    refuseDuplicate(
      known.filter(other => other !== before),
      { kind, exchange, stockCode, value, screenId },
    )
    const paused = change.paused ?? before.paused
    const valueOn = dayAt(exchange, now())
    await updateAlert(tx, { userId: owner.userId, alertId, kind, exchange, stockCode, paused, value, valueOn })
    return await alertOf(tx, config, owner, alertId)
  })
}

/**
 * Restores a deleted alert with its state and firings. Throws NotFound for another user's alert or one deleted over a
 * day ago.
 */
export async function restoreAlert(
  { database, config }: Pick<Parts, 'database' | 'config'>,
  owner: Owner,
  alertId: number,
): Promise<Alert> {
  return await database.write(async tx => {
    await lockAlertsOf(tx, owner.userId)
    const known = await ownAlerts(tx, config, owner)
    const there = known.find(alert => alert.alertId === alertId)
    if (there) return there
    if (!(await restore(tx, owner.userId, alertId))) throw new NotFound()
    refuseTooMany(known, owner)
    const restored = await alertOf(tx, config, owner, alertId)
    refuseDuplicate(known, { ...restored, screenId: restored.screen?.screenId ?? null })
    return restored
  })
}

async function alertOf(tx: Tx, config: Config, owner: Owner, alertId: number): Promise<Alert> {
  const alerts = await ownAlerts(tx, config, owner)
  return alerts.find(alert => alert.alertId === alertId)!
}

/** The stock code as the exchange writes it; null for an alert on all stocks or on the market. */
function stockOf({ kind, exchange, stockCode }: Given, language: Language): string | null {
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

/** The id of the screen that the alert is for; null for other kinds. */
async function screenOf(tx: Tx, userId: number, { kind, exchange, screenId }: Given, language: Language) {
  if (alertRules[kind].stock !== 'screen') {
    if (screenId !== undefined) throw new BadRequest('alert.no-screen', { field: 'screenId' })
    return null
  }
  if (screenId === undefined) throw missing('screenId', language)
  if (!(await hasScreen(tx, userId, screenId, exchange))) throw new BadRequest('alert.screen', { field: 'screenId' })
  return screenId
}

function checkValue(kind: AlertKind, value: number | undefined, language: Language): number | null {
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

const missing = (field: string, language: Language) =>
  new BadRequest('missing', { field, values: { field: fieldName(language, field) } })

function refuseTooMany(known: readonly Alert[], { rights }: Owner) {
  const most = mostOf(rights)
  if (known.length >= most) throw new BadRequest('alert.full', { code: 'limit', values: { most } })
}

type Same = Pick<Alert, 'kind' | 'exchange' | 'stockCode' | 'value'> & { screenId: number | null }

function refuseDuplicate(known: readonly Alert[], { kind, exchange, stockCode, value, screenId }: Same) {
  const isSame = (other: Alert) =>
    other.kind === kind &&
    other.exchange === exchange &&
    other.stockCode === stockCode &&
    other.value === value &&
    (other.screen?.screenId ?? null) === screenId
  const field = value !== null ? 'value' : stockCode !== null ? 'stockCode' : 'kind'
  if (known.some(isSame)) throw new BadRequest('alert.duplicate', { httpStatus: 409, code: 'duplicate', field })
}
