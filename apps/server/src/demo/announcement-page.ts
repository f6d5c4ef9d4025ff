import { inLanguage } from '@finlist/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { NotFound } from '../http/client-errors.ts'
import { plainPage } from '../http/plain-page.ts'
import { languageOf, translate } from '../http/translate.ts'
import { hongKongMinute } from '../market-data/import/files/moment.ts'

/** The path of an invented announcement; it contains the release time in Hong Kong. */
export const announcementPath = (stockCode: string, releasedAt: number) =>
  `/demo-announcement/${stockCode}/${hongKongMinute(releasedAt).replace(' ', 'T')}`

/** Serves the pages of the demo's announcements, which are marked as invented. Registered in demo mode only. */
export function serveDemoAnnouncements(app: FastifyInstance, db: Db) {
  app.get<{ Params: { code: string; moment: string }; Querystring: { lang?: string } }>(
    '/demo-announcement/:code/:moment',
    async ({ params: { code, moment }, query, headers }, reply) => {
      const language = languageOf(query.lang ?? headers['accept-language'])
      const releasedAt = Date.parse(`${moment}:00+08:00`)
      if (Number.isNaN(releasedAt)) throw new NotFound()
      const alert = await db
        .selectFrom('profit_alert')
        .innerJoin('stock', join =>
          join
            .onRef('stock.exchange', '=', 'profit_alert.exchange')
            .onRef('stock.stock_code', '=', 'profit_alert.stock_code'),
        )
        .select(['stock_name', 'stock_name_zh', 'report_type'])
        .where('profit_alert.exchange', '=', 'HKEX')
        .where('profit_alert.stock_code', '=', code)
        .where(sql`released_at`, '=', new Date(releasedAt))
        .executeTakeFirst()
      if (!alert) throw new NotFound()
      const name = inLanguage(language, { en: alert.stock_name, zh: alert.stock_name_zh })
      return plainPage(reply, language, translate(language, 'demo-announcement.title'), [
        { heading: `${name} (${code})`, note: `${moment.replace('T', ' ')} HKT` },
        { preformatted: translate(language, `demo-announcement.${alert.report_type}`) },
        { paragraph: translate(language, 'demo-announcement.note') },
      ])
    },
  )
}
