import type { Dispatch, DispatcherParts, Outcome } from './dispatch.ts'
import { pathOf } from './letters.ts'
import { push } from './push.ts'
import { isPushService } from './push-service.ts'
import { type Recipient, readSubscription } from './store.ts'
import { discreetWords } from './told.ts'
import { inWords, itemOf } from './told-to.ts'

/** Pushes the row's item to the browser that the row is for. */
export async function pushItem(parts: DispatcherParts, row: Dispatch, to: Recipient): Promise<Outcome> {
  const { database, keys, config, connectPush, now, realNow } = parts
  const gone = row.subscription_id!
  if (!config.PUSH) return { state: 'dropped', why: 'push is not offered' }
  const subscription = await readSubscription(database.db, gone, new Date(now()))
  if (!subscription) return { state: 'dropped', why: 'the sign-in has ended', gone }
  const key = keys.keyRing('push').accepted.find(one => one.keyId === subscription.key_id)
  if (!key) return { state: 'dropped', why: 'made for a key that is gone', gone }
  if (!isPushService(subscription.endpoint, config.PUSH_SERVICES))
    return { state: 'dropped', why: 'no push service of ours', gone }
  const found = await itemOf(parts, row, to)
  if ('why' in found) return { state: 'dropped', why: found.why }
  const { item, kind } = found
  if (!to.choices[kind]?.push) return { state: 'dropped', why: 'switched off' }
  const words = to.pushNamesPrices ? inWords(item, to) : discreetWords(item, to.language, config.BRAND)
  const { title, text } = words
  const message = { title, text, link: pathOf(item.link), tag: `i${item.item_id}`, language: to.language }
  const pushed = await push(subscription, key, message, {
    contact: config.SERVICE_EMAIL,
    connect: connectPush,
    now: realNow(),
  })
  switch (pushed.is) {
    case 'taken':
      return { state: 'sent' }
    case 'gone':
      return { state: 'dropped', why: pushed.why, gone }
    case 'refused':
      return { state: 'failed', why: pushed.why }
    case 'later':
      return { state: 'waiting', why: pushed.why, until: after(now(), pushed.afterMs), paused: gone }
  }
}

const after = (now: number, ms: number | undefined) => (ms === undefined ? undefined : new Date(now + ms))
