import { type InboxItem, inbox, readInbox, unread } from '@finlist/contract/inbox'
import { messageTargets } from '@finlist/contract/staff/message-targets'
import { type Day, dayAt } from '@finlist/domain/calendar'
import { type Language, languageIds } from '@finlist/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { type Caller, serve } from '../../http/serve.ts'
import { translate } from '../../http/translate.ts'
import { toldKinds } from '../../notifications/inbox/may-be-told.ts'
import { wordsOf } from '../../notifications/inbox/words-of.ts'
import { countUnread, type InboxRow, markRead, type Reader, readShown } from './store.ts'

type Parts = { database: Database; config: Config; now: () => number }

/** Routes for a user's inbox: alerts, billing and account items, and system messages. */
export function inboxRoutes(app: FastifyInstance, { database, config, now }: Parts) {
  const { db } = database
  const readerOf = ({ userId, rights }: Caller): Reader => ({
    userId,
    kinds: toldKinds(config, rights),
    targets: messageTargets.filter(target => target === 'ALL' || rights.has(`notifications:${target}`)),
    now: new Date(now()),
  })

  serve(app, inbox, async ({ caller }) => {
    const rows = await readShown(db, readerOf(caller))
    return {
      unread: rows.filter(({ read }) => !read).length,
      items: rows.map(row => itemOf(row, config.BRAND)).toSorted(byDay),
    }
  })
  serve(app, unread, async ({ caller }) => ({ unread: await countUnread(db, readerOf(caller)) }))
  serve(app, readInbox, async ({ caller, body }) => {
    const reader = readerOf(caller)
    await database.write(tx => markRead(tx, reader, body.ids))
    return { unread: await countUnread(db, reader) }
  })
}

/** Sorts by day, newest first; items of the same day keep their order. */
const byDay = (one: InboxItem, other: InboxItem) => other.happenedOn.localeCompare(one.happenedOn)

/** The day of the event. An alert may be reported much later than its event, for example after downtime. */
function happenedOn({ kind, at, facts }: InboxRow): Day {
  const isAlert = kind !== 'system' && kind !== 'billing' && kind !== 'account'
  return isAlert && typeof facts['date'] === 'string' ? facts['date'].slice(0, 10) : dayAt('HKEX', at.getTime())
}

function itemOf(row: InboxRow, brand: string): InboxItem {
  const { id, kind, read, link } = row
  const words = (language: Language) =>
    row.kind === 'system'
      ? { title: translate(language, 'inbox.system.title', { brand }), text: row.facts[language] }
      : wordsOf(row, language)
  const said = Object.fromEntries(languageIds.map(language => [language, words(language)])) as Record<
    Language,
    ReturnType<typeof words>
  >
  return {
    id,
    kind,
    at: row.at.toISOString(),
    happenedOn: happenedOn(row),
    read,
    title: { en: said.en.title, zh: said.zh.title },
    text: { en: said.en.text, zh: said.zh.text },
    link,
  }
}
