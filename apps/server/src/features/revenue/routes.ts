import { Readable } from 'node:stream'
import { mostRevenueMonths, revenue, revenueCsv } from '@finlist/contract/staff/revenue'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { Download } from '../../http/download.ts'
import { serve } from '../../http/serve.ts'
import type { Provider } from '../../payments/provider/provider.ts'
import { revenueCsvText } from './csv.ts'
import { monthOf, monthsFrom } from './months.ts'
import { revenueReport } from './report.ts'
import { couponNames } from './store.ts'

type Parts = { database: Database; paymentProvider: { provider: Provider } | undefined; now: () => number }

export function revenueRoutes(app: FastifyInstance, { database, paymentProvider, now }: Parts) {
  const report = async ({ from, to }: { from: string; to: string }) => {
    const months = monthsFrom(from, to)
    if (months.length === 0 || months.length > mostRevenueMonths || to > monthOf(now()))
      throw new BadRequest('months-range', { field: 'to', values: { most: mostRevenueMonths } })
    const { db } = await database.reports.place()
    return await revenueReport(db, months, new Date(now()))
  }

  serve(app, revenue, async ({ query }) => {
    const { months, rows } = await report(query)
    const coupons = [...new Set(rows.flatMap(row => row.couponId ?? []))]
    const link = (id: string) =>
      new URL(`coupons/${encodeURIComponent(id)}`, paymentProvider?.provider.dashboardUrl).href
    return {
      months,
      rows,
      couponLinks: paymentProvider ? Object.fromEntries(coupons.map(id => [id, link(id)])) : {},
      couponNames: await couponNames(database.db, coupons),
    }
  })

  serve(app, revenueCsv, async ({ query }) => {
    const { rows } = await report(query)
    const name = `revenue-${query.from}-${query.to}.csv`
    const names = await couponNames(
      database.db,
      rows.flatMap(row => row.couponId ?? []),
    )
    return new Download(name, 'text/csv; charset=utf-8', Readable.from([revenueCsvText(rows, names)]))
  })
}
