import { createHash } from 'node:crypto'
import { maskedWeeks } from '@finlist/contract/track-record'
import { addDays, type Day, dayAt } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds, markets } from '@finlist/domain/markets'
import { isLanguage, type Language } from '@finlist/i18n/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { NotFound } from '../../http/client-errors.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { languageOf } from '../../http/translate.ts'
import { readStates } from '../../market-data/breadth/market-states.ts'
import { readBars } from '../../market-data/store/bars.ts'
import { sourceUse } from '../../market-data/vendors/source-use.ts'
import { previewPicture } from './pick-chart.ts'
import { pickPage } from './pick-page.ts'
import { style } from './public-frame.ts'
import { type PublicPick, pickPath, readPublicPick } from './public-pick.ts'
import { readTold } from './store.ts'
import { welcomePage } from './welcome-page.ts'

type Key = `${Language} ${Day}`
type PickKey = `${Language} ${ExchangeId}`
/** The front page's picture, or that of a market's pick. */
type PictureKey = 'welcome' | ExchangeId

/** Half a year of trading days. */
const barsShown = 126

/** Delay, in days, after which picks are public: the same as in the public track record. */
const daysBack = maskedWeeks * 7

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

type Asked = { Querystring: { lang?: string | string[] } }

/**
 * The public front page and the pages of the open picks, each in one response and without scripts; built once per day,
 * language and publication. And the addresses of all public pages, for search engines.
 */
export function serveWelcome(
  app: FastifyInstance,
  { config, database: { db, changes }, now }: { config: Config; database: Database; now: () => number },
) {
  const pages = new Cache<Key, EncodedResponse>({
    changes,
    maxEntries: 8,
    dependsOn: { markettrend: 'all', finlist: 'all', prices: 'all', 'track-record': 'all' },
    load: async key => {
      const [language, day] = key.split(' ') as [Language, Day]
      const states = await Promise.all(
        exchangeIds.map(async exchange => ({ exchange, ...(await readStates(db, exchange, day)) })),
      )
      const picks = await Promise.all(exchangeIds.map(exchange => readPublicPick(db, exchange, config)))
      const told = config.TRACK_RECORD === 'off' ? undefined : await readTold(db)
      const shown = picks.filter(pick => pick !== undefined)
      return await EncodedResponse.of(Buffer.from(welcomePage({ config, language, day, states, picks: shown, told })))
    },
  })
  const isOfMarket = (published: string, key: PickKey) => key.endsWith(` ${published}`)
  const picks = new Cache<PickKey, EncodedResponse | undefined>({
    changes,
    maxEntries: 2 * exchangeIds.length,
    dependsOn: { finlist: isOfMarket, prices: isOfMarket },
    load: async key => {
      const [language, exchange] = key.split(' ') as [Language, ExchangeId]
      const pick = await readPublicPick(db, exchange, config)
      if (!pick) return undefined
      const bars = await barsOf(pick)
      return await EncodedResponse.of(Buffer.from(pickPage({ config, language, pick, bars })))
    },
  })
  const pictures = new Cache<PictureKey, Buffer | undefined>({
    changes,
    maxEntries: 1 + exchangeIds.length,
    dependsOn: { finlist: (exchange, key) => exchange === key, prices: (exchange, key) => exchange === key },
    load: async key => {
      if (key === 'welcome') return await previewPicture([], -1)
      const pick = await readPublicPick(db, key, config)
      if (!pick) return undefined
      // Demo prices may not be on a picture, which cannot say that they are invented.
      return await previewPicture(config.demo ? [] : await barsOf(pick), pick.stock.buyPoint)
    },
  })
  /** The pick's daily bars up to its list's day; none if the source does not allow passing them on. */
  const barsOf = async ({ exchange, issueDate, stock: { stockCode } }: PublicPick) =>
    sourceUse(config, exchange) === 'export'
      ? await readBars(db, { exchange, stockCode }, { from: '', to: addDays(issueDate, 1), last: barsShown })
      : []
  const languageFor = ({ query: { lang }, headers }: FastifyRequest<Asked>) =>
    isLanguage(lang) ? lang : languageOf(headers['accept-language'])
  const answer = async (request: FastifyRequest, reply: FastifyReply, page: EncodedResponse) => {
    reply.header('content-security-policy', policy).header('cache-control', 'public, max-age=300')
    return await page.send(request, reply, { type: 'text/html; charset=utf-8', vary: 'Accept-Language' })
  }

  app.get<Asked>('/welcome', async (request, reply) => {
    const day = addDays(dayAt('HKEX', now()), config.demo ? 0 : -daysBack)
    return await answer(request, reply, await pages.get(`${languageFor(request)} ${day}`))
  })
  for (const { id } of markets)
    app.get<Asked>(pickPath(id), async (request, reply) => {
      const page = await picks.get(`${languageFor(request)} ${id}`)
      return page ? await answer(request, reply, page) : reply.redirect('/welcome', 302)
    })
  for (const [path, key] of [
    ['/welcome.png', 'welcome'],
    ...exchangeIds.map(id => [`${pickPath(id)}.png`, id] as const),
  ] as const)
    app.get(path, async (_, reply) => {
      const drawn = await pictures.get(key)
      if (!drawn) throw new NotFound()
      return reply.type('image/png').header('cache-control', 'public, max-age=300').send(drawn)
    })
  app.get('/sitemap.xml', async (_, reply) => {
    const shown = await Promise.all(markets.map(async ({ id }) => await picks.get(`en ${id}`)))
    const paths = [
      '/welcome',
      '/method',
      '/verify',
      ...(config.TRACK_RECORD === 'off' ? [] : markets.map(({ linkSuffix }) => `/track-record-${linkSuffix}`)),
      ...markets.flatMap(({ id }, at) => (shown[at] ? [pickPath(id)] : [])),
    ]
    const urls = paths.map(path => `<url><loc>${new URL(path, config.publicUrl).href}</loc></url>`).join('')
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
      )
  })
}
