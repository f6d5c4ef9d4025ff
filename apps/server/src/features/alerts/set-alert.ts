import type { Alert } from '@finlist/contract/alerts'
import { alertRules } from '@finlist/domain/alerts/kinds'
import { type Day, dayAt } from '@finlist/domain/calendar'
import type { Language } from '@finlist/i18n/languages'
import type { Config } from '../../config.ts'
import type { Database, Tx } from '../../db/database.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { assertListed, assertMayHave, assertNotEnded, checkValue, type Given, missing, stockOf } from './check-alert.ts'
import { mostOf, type Owner, ownAlerts, type Reading } from './own-alerts.ts'
import { hasScreen, insertAlert, lockAlertsOf, restore, setAgain, updateTerms } from './store.ts'

type Parts = { database: Database; config: Config; now: () => number; language: Language }

/** Creates an alert. Its stock need not be a pick. */
export async function setAlert(parts: Parts, owner: Owner, given: Given): Promise<Alert> {
  const { database, config, now, language } = parts
  const { kind, exchange, once = false, expiresOn = null, note = '' } = given
  assertMayHave(config, owner, given)
  const stockCode = stockOf(given, language)
  const value = checkValue(kind, given.value, language)
  const valueOn = dayAt(exchange, now())
  assertNotEnded(expiresOn, valueOn)
  return await database.write(async tx => {
    await lockAlertsOf(tx, owner.userId)
    if (stockCode !== null) await assertListed(tx, exchange, stockCode)
    const { userId } = owner
    const screenId = await screenOf(tx, userId, given, language)
    const known = await ownAlerts(tx, parts, owner)
    refuseDuplicate(known, { kind, exchange, stockCode, value, screenId })
    refuseTooMany(known, owner)
    const terms = { once, expiresOn, note }
    const alertId = await insertAlert(tx, { userId, kind, exchange, stockCode, value, valueOn, screenId, ...terms })
    return await alertOf(tx, parts, owner, alertId)
  })
}

type Change = {
  value?: number | undefined
  paused?: boolean | undefined
  once?: boolean | undefined
  expiresOn?: Day | null | undefined
  note?: string | undefined
}

/** Changes the alert, and sets it again if the change calls for it. Throws NotFound for another user's alert. */
export async function changeAlert(parts: Parts, owner: Owner, alertId: number, change: Change): Promise<Alert> {
  const { database, now, language } = parts
  return await database.write(async tx => {
    await lockAlertsOf(tx, owner.userId)
    const known = await ownAlerts(tx, parts, owner)
    const before = known.find(alert => alert.alertId === alertId)
    if (!before) throw new NotFound()
    if (Object.values(change).every(it => it === undefined)) throw new BadRequest('alert.nothing', { field: 'value' })
    const { kind, exchange, stockCode } = before
    const value = change.value === undefined ? before.value : checkValue(kind, change.value, language)
    const screenId = before.screen?.screenId ?? null
    refuseDuplicate(
      known.filter(other => other !== before),
      { kind, exchange, stockCode, value, screenId },
    )
    const valueOn = dayAt(exchange, now())
    assertNotEnded(change.expiresOn, valueOn)
    const { once = before.once, expiresOn = before.expiresOn, note = before.note, paused = before.paused } = change
    await updateTerms(tx, alertId, { once, expiresOn, note })
    if (isSetAgain(before, change))
      await setAgain(tx, { userId: owner.userId, alertId, kind, exchange, stockCode, paused, value, valueOn })
    return await alertOf(tx, parts, owner, alertId)
  })
}

/** Whether the change makes the alert start again from now, so that nothing of the time before fires it. */
const isSetAgain = (before: Alert, { value, paused, once, expiresOn }: Change): boolean =>
  value !== undefined ||
  paused !== undefined ||
  (before.doneAt !== null && once === false) ||
  (before.ended && expiresOn !== undefined)

/**
 * Restores a deleted alert with its state and firings. Throws NotFound for another user's alert or one deleted over a
 * day ago.
 */
export async function restoreAlert(
  parts: Reading & Pick<Parts, 'database'>,
  owner: Owner,
  alertId: number,
): Promise<Alert> {
  return await parts.database.write(async tx => {
    await lockAlertsOf(tx, owner.userId)
    const known = await ownAlerts(tx, parts, owner)
    const there = known.find(alert => alert.alertId === alertId)
    if (there) return there
    if (!(await restore(tx, owner.userId, alertId))) throw new NotFound()
    refuseTooMany(known, owner)
    const restored = await alertOf(tx, parts, owner, alertId)
    refuseDuplicate(known, { ...restored, screenId: restored.screen?.screenId ?? null })
    return restored
  })
}

async function alertOf(tx: Tx, parts: Reading, owner: Owner, alertId: number): Promise<Alert> {
  const alerts = await ownAlerts(tx, parts, owner)
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
