import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Language, languages } from '@finlist/i18n/languages'
import { shortMarketName, type TextKey, translate } from '../../http/translate.ts'
import type { Words } from '../../notifications/inbox/words-of.ts'
import type { Stops } from './stop-address.ts'

/** An e-mail ready to send; `stop` is its unsubscribe URL. */
export type Letter = { subject: string; body: string; stop: string }

/** The texts of an item and the path of its page. */
export type Told = Words & { link: string }

/**
 * The difference between a market's newest list and the previous one: the numbers of stocks added and removed, and the
 * codes of those in the user's watchlists.
 */
export type ListChange = {
  exchange: ExchangeId
  date: string
  added: number
  left: number
  ownAdded: string[]
  ownLeft: string[]
}

export type Writing = { language: Language; brand: string; publicUrl: URL; stopAddress: (what: Stops) => string }

export const channelsPath = '/alerts?tab=channels'
const verifyPath = '/verify'

/** E-mail for a single item, sent immediately. */
export const itemLetter = (kind: AlertKind, { title, text, link }: Told, writing: Writing): Letter =>
  signed(
    { subject: oneLine(title), paragraphs: [text, addressOf(link, writing)], what: kind, why: 'told.why.now' },
    writing,
  )

/**
 * E-mail with a market's alerts since the previous daily e-mail. `more` is the number of further items, which are only
 * in the inbox.
 */
export function dailyLetter(exchange: ExchangeId, items: readonly Told[], more: number, writing: Writing): Letter {
  const { language, brand } = writing
  const subject = translate(language, 'told.daily.subject', {
    brand,
    market: shortMarketName(language, exchange),
    count: items.length + more,
  })
  const paragraphs = items.map(({ title, text, link }) =>
    [title, text, addressOf(link, writing)].filter(Boolean).join('\n'),
  )
  if (more > 0) paragraphs.push(translate(language, 'told.more', { count: more }))
  return signed({ subject, paragraphs, what: 'daily', why: 'told.why.daily' }, writing)
}

type Week = {
  lists: readonly ListChange[]
  items: readonly (Words & { at: Date })[]
  more: number
  head: string | undefined
}

/** E-mail with the week's list changes, alerts, and the record's head. */
export function weeklyLetter({ lists, items, more, head }: Week, writing: Writing): Letter {
  const { language, brand, publicUrl } = writing
  const paragraphs = lists.map(list => listLines(list, language))
  if (items.length > 0)
    paragraphs.push(
      [
        translate(language, 'told.weekly.alerts'),
        ...items.map(({ at, title }) => `- ${dayIn(language, at.getTime())}: ${title}`),
        ...(more > 0 ? [translate(language, 'told.more', { count: more })] : []),
      ].join('\n'),
    )
  if (head)
    paragraphs.push(translate(language, 'told.weekly.head', { head, address: new URL(verifyPath, publicUrl).href }))
  return signed(
    {
      subject: translate(language, 'told.weekly.subject', { brand }),
      paragraphs,
      what: 'weekly',
      why: 'told.why.weekly',
    },
    writing,
  )
}

function listLines({ exchange, date, added, left, ownAdded, ownLeft }: ListChange, language: Language): string {
  const market = shortMarketName(language, exchange)
  const day = dayIn(language, Date.parse(date))
  const codes = (list: string[]) => list.join(language === 'zh' ? '、' : ', ')
  return [
    translate(language, 'told.weekly.list', { market, date: day, added, left }),
    ...(ownAdded.length > 0 ? [translate(language, 'told.weekly.own-added', { codes: codes(ownAdded) })] : []),
    ...(ownLeft.length > 0 ? [translate(language, 'told.weekly.own-left', { codes: codes(ownLeft) })] : []),
  ].join('\n')
}

type Unsigned = { subject: string; paragraphs: string[]; what: Stops; why: TextKey }

/** Adds why the e-mail was sent and how to unsubscribe. */
function signed(
  { subject, paragraphs, what, why }: Unsigned,
  { language, brand, publicUrl, stopAddress }: Writing,
): Letter {
  const stop = stopAddress(what)
  const channels = new URL(channelsPath, publicUrl).href
  const foot = translate(language, 'told.foot', { why: translate(language, why, { brand }), stop, channels })
  return { subject, body: [...paragraphs.filter(Boolean), foot].join('\n\n'), stop }
}

const dayIn = (language: Language, instant: number) =>
  new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone: 'Asia/Hong_Kong' }).format(instant)
const addressOf = (link: string, { publicUrl }: Writing) => new URL(pathOf(link), publicUrl).href
/** The stored link if it is a same-origin path, otherwise `/`. */
export const pathOf = (link: string): string => (/^\/(?![/\\])/.test(link) ? link : '/')
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 150)
