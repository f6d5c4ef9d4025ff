import * as calls from '@finlist/contract/alerts'
import { dayAt } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { NotFound } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import { mayBeTold } from '../../notifications/inbox/may-be-told.ts'
import { mostOf, ownAlerts } from './own-alerts.ts'
import { changeAlert, restoreAlert, setAlert } from './set-alert.ts'
import { deleteAlert, type FiringRow, readAlerts, readFirings } from './store.ts'
import { tryAlert } from './try-alert.ts'

const mostFirings = 100
type Parts = { database: Database; config: Config; now: () => number }

/** Routes for a user's alerts. */
export function alertRoutes(app: FastifyInstance, { database, config, now }: Parts) {
  const { db } = database
  const parts = { database, config, now }

  serve(app, calls.alerts, async ({ caller }) => ({
    alerts: await ownAlerts(db, parts, caller),
    most: mostOf(caller.rights),
  }))
  serve(app, calls.setAlert, ({ caller, body, language }) => setAlert({ ...parts, language }, caller, body))
  serve(app, calls.tryAlert, ({ caller, body, language }) => tryAlert({ ...parts, language }, caller, body))
  serve(app, calls.changeAlert, ({ caller, params: { alertId }, body, language }) =>
    changeAlert({ ...parts, language }, caller, alertId, body),
  )
  serve(app, calls.deleteAlert, async ({ caller: { userId }, params: { alertId } }) => {
    if (!(await database.write(tx => deleteAlert(tx, userId, alertId)))) throw new NotFound()
  })
  serve(app, calls.restoreAlert, ({ caller, params: { alertId } }) => restoreAlert(parts, caller, alertId))
  serve(app, calls.alertFirings, async ({ caller: { userId, rights }, params: { alertId } }) => {
    const own = (await readAlerts(db, userId)).find(row => row.alert_id === alertId)
    if (!own) throw new NotFound()
    if (!mayBeTold(config, own, rights)) return []
    return (await readFirings(db, alertId, mostFirings)).map(row => firingOf(own.exchange, row))
  })
}

const firingOf = (exchange: ExchangeId, { at, stock_code, seen, bar }: FiringRow) => ({
  at: at.toISOString(),
  stockCode: stock_code,
  seen: byMarketClock(exchange, bar?.takenAt ?? seen),
  bar,
})

/** Formats an instant as date and time at the exchange; returns any other text unchanged. */
function byMarketClock(exchange: ExchangeId, seen: string): string {
  if (!/^[\d-]{10}T/.test(seen)) return seen
  const instant = Date.parse(seen)
  const { timeZone } = trading[exchange]
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant)
  return `${dayAt(exchange, instant)} ${time}`
}
