import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import type { Dispatch, DispatcherParts } from './dispatch.ts'
import { dailyLetter, itemLetter, type Letter, type Writing, weeklyLetter } from './letters.ts'
import { readListChanges } from './list-changes.ts'
import { stopPath } from './stop-address.ts'
import { type Recipient, readDailyItems, readItemsSince } from './store.ts'
import { allowedOf, inWords, itemOf } from './told-to.ts'

const weekMs = 7 * 86_400_000
const mostInLetter = 100
const mostInWeek = 20

/**
 * Writes the row's e-mail. `items` are the ids of all inbox items that a daily e-mail settles. Returns `why` if there
 * is nothing to send.
 */
export async function writeMail(
  parts: DispatcherParts,
  row: Dispatch,
  to: Recipient,
): Promise<{ letter: Letter; items?: number[] } | { why: string }> {
  const writing = writingTo(parts, to)
  if (row.how === 'daily') return await writeDaily(parts, row, { to, writing })
  if (row.how === 'weekly') return await writeWeekly(parts, to, writing)
  const found = await itemOf(parts, row, to)
  if ('why' in found) return found
  const { item, kind } = found
  if ((to.choices[kind]?.mail ?? 'off') === 'off') return { why: 'switched off' }
  return { letter: itemLetter(kind, inWords(item, to), writing) }
}

async function writeDaily(
  parts: DispatcherParts,
  { user_id, exchange }: Dispatch,
  { to, writing }: { to: Recipient; writing: Writing },
) {
  if (to.noDaily) return { why: 'switched off' }
  const all = await readDailyItems(parts.database.db, user_id, exchange!, 1_000)
  const allowed = await allowedOf(parts, all, to, ({ mail, push: pushed }) => mail !== 'off' || pushed)
  if (allowed.length === 0) return { why: 'nothing left to tell' }
  const told = allowed.slice(0, mostInLetter).map(item => inWords(item, to))
  const letter = dailyLetter(exchange as ExchangeId, told, allowed.length - told.length, writing)
  return { letter, items: all.map(item => item.item_id) }
}

async function writeWeekly(parts: DispatcherParts, to: Recipient, writing: Writing) {
  const { database, people, headLine, now } = parts
  if (!to.weekly || !to.productNotifications) return { why: 'switched off' }
  const since = new Date(now() - weekMs)
  const rights = (await people.find(to.userId))?.rights
  const markets = exchangeIds.filter(exchange => rights?.has(`finlist:${exchange}`))
  const lists = await readListChanges(database.db, to.userId, markets, since)
  const items = await allowedOf(parts, await readItemsSince(database.db, to.userId, since, 1_000), to, () => true)
  if (lists.length === 0 && items.length === 0) return { why: 'nothing to tell' }
  const told = items.slice(0, mostInWeek).map(item => ({ ...inWords(item, to), at: item.at }))
  const head = await headLine(database.db)
  return { letter: weeklyLetter({ lists, items: told, more: items.length - told.length, head }, writing) }
}

function writingTo({ config, keys }: DispatcherParts, { userId, language }: Recipient): Writing {
  const { publicUrl, BRAND: brand } = config
  const ring = keys.keyRing('mail-stop')
  return {
    language,
    brand,
    publicUrl,
    stopAddress: what => new URL(stopPath(userId, what, ring), publicUrl).href,
  }
}
