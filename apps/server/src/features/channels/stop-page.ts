import type { Language } from '@finlist/i18n/languages'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Keys } from '../../db/keys.ts'
import { plainPage } from '../../http/plain-page.ts'
import { languageOf, translate } from '../../http/translate.ts'
import { channelsPath } from './letters.ts'
import { readStop, type Stops } from './stop-address.ts'
import { endMail, endMailOf, readRecipient, saveSetting } from './store.ts'

type Parts = { database: Database; config: Config; keys: Keys; now: () => number }
type Asked = { Params: { token: string } }

const mostBodyBytes = 4_096

/**
 * One-click unsubscribe page without a sign-in (RFC 8058): a POST turns the e-mails off and is idempotent; a GET, which
 * mail scanners send automatically, shows a button. The link is valid until the account is deleted.
 */
export function serveStopPage(app: FastifyInstance, { database, config, keys, now }: Parts) {
  const askedOf = async (token: string) => {
    const stop = readStop(token, keys.keyRing('mail-stop'))
    const person = stop && (await readRecipient(database.db, stop.userId, new Date(now())))
    return stop && person && { ...stop, language: person.language }
  }
  const nothingHere = (reply: FastifyReply, language: Language) =>
    plainPage(reply.code(404), language, translate(language, 'stop.gone'), [
      { paragraph: translate(language, 'stop.gone-text') },
      { link: channelsPath, text: translate(language, 'stop.choose') },
    ])

  app.register(async page => {
    // The body is ignored: having the link is enough.
    page.removeAllContentTypeParsers()
    page.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBodyBytes }, async () => undefined)

    page.get<Asked>('/stop/:token', async ({ params: { token }, headers }, reply) => {
      const asked = await askedOf(token)
      if (!asked) return nothingHere(reply, languageOf(headers['accept-language']))
      const { language, what } = asked
      return plainPage(reply, language, translate(language, 'stop.title', { brand: config.BRAND }), [
        { paragraph: whatStops(language, what, 'stop.asks') },
        { form: `/stop/${token}`, button: translate(language, 'stop.button') },
        { link: channelsPath, text: translate(language, 'stop.choose') },
      ])
    })

    page.post<Asked>('/stop/:token', async ({ params: { token }, headers }, reply) => {
      const asked = await askedOf(token)
      if (!asked) return nothingHere(reply, languageOf(headers['accept-language']))
      const { userId, what, language } = asked
      await database.write(tx => stop(tx, userId, what))
      return plainPage(reply, language, translate(language, 'stop.done'), [
        { paragraph: whatStops(language, what, 'stop.done-text') },
        { paragraph: translate(language, 'stop.goes-on') },
        { link: channelsPath, text: translate(language, 'stop.choose') },
      ])
    })
  })
}

async function stop(tx: Tx, userId: number, what: Stops): Promise<void> {
  if (what === 'weekly') return await saveSetting(tx, userId, { weekly: false })
  if (what !== 'daily') return await endMailOf(tx, userId, what)
  await endMail(tx, userId)
  await saveSetting(tx, userId, { no_daily: true })
}

const whatStops = (language: Language, what: Stops, text: 'stop.asks' | 'stop.done-text') => {
  const named =
    what === 'daily' || what === 'weekly'
      ? translate(language, `stop.what.${what}`)
      : translate(language, `told.kind.${what}`)
  return translate(language, text, { what: named })
}
