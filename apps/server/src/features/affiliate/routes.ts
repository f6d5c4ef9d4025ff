import { Readable } from 'node:stream'
import {
  affiliate,
  affiliateStatement,
  affiliates,
  affiliatesStatement,
  makeAffiliateCode,
} from '@finlist/contract/affiliate'
import type { FastifyInstance } from 'fastify'
import { affiliateRate, type Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { BadRequest, Forbidden, NotFound } from '../../http/client-errors.ts'
import { Download } from '../../http/download.ts'
import { serve } from '../../http/serve.ts'
import type { Payments } from '../../payments/payments.ts'
import type { Provider } from '../../payments/provider/provider.ts'
import { closeMonths } from './close-months.ts'
import { figuresOf, noFigures, statementOf } from './figures.ts'
import { statementCsv } from './statement-csv.ts'
import { type CodeRow, personBy, readCodes } from './store.ts'

type Parts = {
  database: Database
  paymentProvider: { provider: Provider; payments: Payments } | undefined
  config: Config
  now: () => number
}

export function affiliateRoutes(app: FastifyInstance, { database, paymentProvider, config, now }: Parts) {
  const rate = affiliateRate(config)
  const { db } = database
  /** Closes the months that are due, before any figure is read. */
  const known = async () => {
    const at = now()
    await closeMonths(database, rate, at)
    return { rate, now: at }
  }

  serve(app, affiliate, async ({ caller }) => {
    const [own] = await readCodes(db, { userId: caller.userId })
    return own ? await figuresOf(db, own.code, own.coupon_id, await known()) : noFigures('', { rate, now: now() })
  })

  serve(app, affiliateStatement, async ({ caller, query: { month } }) => {
    const [own] = await readCodes(db, { userId: caller.userId })
    return await statement(own, month)
  })

  serve(app, affiliates, async ({ body: codes }) => {
    const rows = new Map((await readCodes(db, { codes })).map(row => [row.code, row]))
    const told = await known()
    const answer = []
    for (const code of codes) {
      const row = rows.get(code)
      const figures = row ? await figuresOf(db, code, row.coupon_id, told) : noFigures(code, told)
      answer.push({ ...figures, couponLink: linkOf(row), owner: ownerOf(row) })
    }
    return answer
  })

  serve(app, affiliatesStatement, async ({ query: { code, month } }) => {
    const [row] = await readCodes(db, { codes: [code] })
    return await statement(row, month)
  })

  serve(app, makeAffiliateCode, async ({ body: { email, ...wanted }, caller }) => {
    if (!paymentProvider) throw new BadRequest('payments-none', { httpStatus: 503, code: 'payments_none' })
    const userId = await personBy(db, email)
    if (userId === undefined) throw new BadRequest('affiliate.nobody', { code: 'nobody', field: 'email' })
    if (userId === caller.userId) throw new Forbidden('forbidden-oneself', 'oneself')
    const couponId = await paymentProvider.payments.staff.makeAffiliateCode({
      byUserId: caller.userId,
      userId,
      ...wanted,
    })
    return { code: wanted.code, couponId }
  })

  async function statement(row: CodeRow | undefined, month: string) {
    if (!row) throw new NotFound()
    await known()
    const text = statementCsv(await statementOf(db, row.coupon_id, month))
    return new Download(`${row.code}-${month}.csv`, 'text/csv; charset=utf-8', Readable.from([text]))
  }

  function linkOf(row: CodeRow | undefined): string | null {
    if (!row || !paymentProvider) return null
    return new URL(`coupons/${encodeURIComponent(row.coupon_id)}`, paymentProvider.provider.dashboardUrl).href
  }
}

const ownerOf = (row: CodeRow | undefined) =>
  row && row.user_id !== null ? { userId: row.user_id, name: row.name ?? '', email: row.email ?? '' } : null
