import { createHash } from 'node:crypto'
import { maskedWeeks } from '@finlist/contract/track-record'
import { addDays, type Day, dayAt } from '@finlist/domain/calendar'
import { exchangeIds } from '@finlist/domain/markets'
import { isLanguage, type Language } from '@finlist/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { languageOf } from '../../http/translate.ts'
import { readStates } from '../../market-data/breadth/market-states.ts'
import { readTold } from './store.ts'
import { style, welcomePage } from './welcome-page.ts'

type Key = `${Language} ${Day}`

/** Delay, in days, after which picks are public: the same as in the public track record. */
const daysBack = maskedWeeks * 7

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The public front page, in one response and without scripts; built once per day, language and publication. */
export function serveWelcome(
  app: FastifyInstance,
  { config, database: { db, changes }, now }: { config: Config; database: Database; now: () => number },
) {
  const pages = new Cache<Key, EncodedResponse>({
    changes,
    maxEntries: 8,
    dependsOn: { markettrend: 'all', finlist: 'all', 'track-record': 'all' },
    load: async key => {
      const [language, day] = key.split(' ') as [Language, Day]
      const states = await Promise.all(
        exchangeIds.map(async exchange => ({ exchange, ...(await readStates(db, exchange, day)) })),
      )
      const told = config.TRACK_RECORD === 'off' ? undefined : await readTold(db)
      return await EncodedResponse.of(Buffer.from(welcomePage({ config, language, day, states, told })))
    },
  })
  app.get<{ Querystring: { lang?: string | string[] } }>('/welcome', async (request, reply) => {
    const { lang } = request.query
    const language = isLanguage(lang) ? lang : languageOf(request.headers['accept-language'])
    const day = addDays(dayAt('HKEX', now()), config.demo ? 0 : -daysBack)
    reply.header('content-security-policy', policy).header('cache-control', 'public, max-age=300')
    const page = await pages.get(`${language} ${day}`)
    return await page.send(request, reply, { type: 'text/html; charset=utf-8', vary: 'Accept-Language' })
  })
}
