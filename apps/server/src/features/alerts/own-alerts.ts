import type { Alert } from '@finlist/contract/alerts'
import { adjustedPrice, stepAt } from '@finlist/domain/adjust/adjustment'
import { alertRules, mostAlerts } from '@finlist/domain/alerts/kinds'
import { dayAt } from '@finlist/domain/calendar'
import type { Right } from '@finlist/domain/plans/rights'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { readStepsOf, type StepsByMarket } from '../../market-data/store/positions-now.ts'
import { mayBeTold } from '../../notifications/inbox/may-be-told.ts'
import { type AlertRow, readAlerts } from './store.ts'

/** `now`: the current time, in ms since the epoch. */
export type Reading = { config: Config; now: () => number }
export type Owner = { userId: number; rights: ReadonlySet<Right> }

/** The maximum number of alerts for a user with these rights. */
export const mostOf = (rights: ReadonlySet<Right>): number =>
  rights.has('paid') ? mostAlerts.subscriber : mostAlerts.free

/** The user's alerts in their current state, newest first. */
export async function ownAlerts(db: Db, { config, now }: Reading, { userId, rights }: Owner): Promise<Alert[]> {
  const rows = await readAlerts(db, userId)
  const steps = await readStepsOf(
    db,
    rows.flatMap(({ exchange, stock_code }) => (stock_code === null ? [] : [{ exchange, stock_code }])),
  )
  return rows.map((row, at): Alert => {
    const may = mayBeTold(config, row, rights)
    const olderOnes = rows.length - 1 - at
    return {
      alertId: row.alert_id,
      kind: row.kind,
      exchange: row.exchange,
      stockCode: row.stock_code,
      stockName: row.stock_name ?? '',
      stockNameZh: row.stock_name_zh ?? '',
      ...(row.screen_id !== null && { screen: { screenId: row.screen_id, name: row.screen_name ?? '' } }),
      value: valueNow(row, steps),
      paused: row.paused,
      once: row.once,
      doneAt: may ? (row.done_at?.toISOString() ?? null) : null,
      expiresOn: row.expires_on,
      ended: row.expires_on !== null && row.expires_on < dayAt(row.exchange, now()),
      note: row.note,
      asleep: !may || olderOnes >= mostOf(rights),
      createdAt: row.created_at.toISOString(),
      firedAt: may ? (row.fired_at?.toISOString() ?? null) : null,
    }
  })
}

/** The price in today's share terms, adjusted for splits since the alert was set. */
function valueNow({ kind, exchange, stock_code, value, value_on }: AlertRow, steps: StepsByMarket): number | null {
  if (value === null || stock_code === null || alertRules[kind].value !== 'price') return value
  return adjustedPrice(value, stepAt(steps.get(exchange)?.get(stock_code) ?? [], value_on))
}
