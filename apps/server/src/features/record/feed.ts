import { createHash } from 'node:crypto'
import { reportInput } from '@finlist/contract/issues'
import { feedQuery } from '@finlist/contract/record'
import { type ExchangeId, markets } from '@finlist/domain/markets'
import { headLine } from '@finlist/domain/record/head-line'
import { type Language, languages } from '@finlist/i18n/languages'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { marketName, translate } from '../../http/translate.ts'
import { recordOrigin } from './public-record.ts'
import { type RecordedIssue, readRecordedIssues } from './store.ts'

const fresh = 'public, max-age=300'

/**
 * Atom feed (RFC 4287) of the newest published lists, for anyone who keeps a copy of the record. It contains only
 * titles, and no picks.
 */
export function serveFeed(app: FastifyInstance, { config, database }: { config: Config; database: Database }) {
  const feeds = new Cache<Language, { text: string; etag: string }>({
    changes: database.changes,
    maxEntries: Object.keys(languages).length,
    dependsOn: { finlist: 'all' },
    async load(language) {
      const text = feedOf(await readRecordedIssues(database.db), config, language)
      return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
    },
  })

  app.get('/finlist.atom', async (request, reply) => {
    const { lang } = z.parse(feedQuery, request.query, reportInput)
    const { text, etag } = await feeds.get(lang)
    reply.header('access-control-allow-origin', '*').header('cache-control', fresh).header('etag', etag)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type('application/atom+xml; charset=utf-8').send(text)
  })
}

function feedOf(issues: readonly RecordedIssue[], config: Config, language: Language): string {
  const { origin } = config.publicUrl
  const self = `${origin}/finlist.atom?lang=${language}`
  const title = translate(language, 'feed.title', { brand: config.BRAND })
  const updated = issues.reduce((newest, { changedAt }) => (changedAt > newest ? changedAt : newest), new Date(0))
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languages[language].tag}">
<id>${xml(self)}</id>
<title>${xml(title)}</title>
<subtitle>${xml(translate(language, 'feed.what'))}</subtitle>
<updated>${updated.toISOString()}</updated>
<author><name>${xml(config.BRAND)}</name></author>
<link rel="self" type="application/atom+xml" href="${xml(self)}"/>
<link rel="alternate" type="text/html" href="${xml(`${origin}/verify`)}"/>
${issues.map(issue => entryOf(issue, config, language)).join('')}</feed>
`
}

/** The entry's id names the publisher, the list's day and market, and the language (RFC 4151). */
function entryOf(issue: RecordedIssue, config: Config, language: Language): string {
  const { exchange, issueDate, picks, seq, hash, publishedAt, changedAt } = issue
  const { origin, hostname } = config.publicUrl
  const market = marketName(language, exchange)
  const head = headLine(recordOrigin(config), { seq, hash })
  return `<entry>
<id>${xml(`tag:${hostname},${issueDate}:finlist/${exchange}/${language}`)}</id>
<title>${xml(translate(language, 'feed.issue', { market, date: issueDate, picks }))}</title>
<published>${publishedAt.toISOString()}</published>
<updated>${changedAt.toISOString()}</updated>
<link rel="alternate" type="text/html" href="${xml(`${origin}/finlist-${linkSuffixOf(exchange)}?issueDate=${issueDate}`)}"/>
<content type="text">${xml(translate(language, 'feed.head', { seq, head }))}</content>
</entry>
`
}

const linkSuffixOf = (exchange: ExchangeId) => markets.find(({ id }) => id === exchange)!.linkSuffix

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Escapes an operator's text, and removes the control characters that XML forbids. */
const xml = (text: string) =>
  text.replace(/[&<>"]|\p{Cc}/gu, sign => entities[sign] ?? ('\t\n\r'.includes(sign) ? sign : ''))
