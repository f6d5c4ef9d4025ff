import type { Alert } from '@finlist/contract/alerts'
import { alertRules } from '@finlist/domain/alerts/kinds'
import { dayAt } from '@finlist/domain/calendar'
import type { Language } from '@finlist/i18n/languages'
import type { Config } from '../../config.ts'
import type { Database, Tx } from '../../db/database.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { assertListed, assertMayHave, checkValue, type Given, missing, stockOf } from './check-alert.ts'
import { mostOf, type Owner, ownAlerts } from './own-alerts.ts'
import { hasScreen, insertAlert, lockAlertsOf, restore, updateAlert } from './store.ts'

type Parts = { database: Database; config: Config; now: () => number; language: Language }
/** Creates an alert. Its stock need not be a pick. */
export async function setAlert(parts: Parts, owner: Owner, given: Given): Promise<Alert> {
  const { database, config, now, language } = parts
  const { kind, exchange } = given
  assertMayHave(config, owner, given)
  const stockCode = stockOf(given, language)
  const value = checkValue(kind, given.value, language)
  return await database.write(async tx => {
    await lockAlertsOf(tx, owner.userId)
    if (stockCode !== null) await assertListed(tx, exchange, stockCode)
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
