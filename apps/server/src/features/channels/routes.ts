import { ECDH } from 'node:crypto'
import { type Channels, chooseChannels, readChannels, subscribePush, unsubscribePush } from '@finlist/contract/channels'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { PushPair } from '../../db/key-purposes.ts'
import type { Keys } from '../../db/keys.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import { mailIsOffered } from './dispatcher.ts'
import { isPushService } from './push-service.ts'
import {
  endSubscription,
  knowsZone,
  readChoices,
  readSetting,
  saveChoices,
  saveSetting,
  saveSubscription,
  takesProductNotifications,
} from './store.ts'

type Parts = { database: Database; config: Config; keys: Keys }

/** Routes for a user's notification settings other than the inbox. */
export function channelRoutes(app: FastifyInstance, { database, config, keys }: Parts) {
  const { db } = database

  const channelsOf = async (userId: number): Promise<Channels> => {
    const [choices, setting, productNotifications] = await Promise.all([
      readChoices(db, userId),
      readSetting(db, userId),
      takesProductNotifications(db, userId),
    ])
    const { publicKey } = JSON.parse(keys.keyRing('push').signing.value) as PushPair
    return {
      choices,
      quiet: setting?.quiet_zone
        ? { zone: setting.quiet_zone, from: setting.quiet_from!, until: setting.quiet_until! }
        : null,
      weekly: productNotifications && (setting?.weekly ?? false),
      pushNamesPrices: setting?.push_names_prices ?? false,
      mailOffered: mailIsOffered(config),
      pushKey: config.PUSH ? publicKey : null,
      mailRefused: (setting?.refused_email ?? null) !== null,
    }
  }

  serve(app, readChannels, ({ caller }) => channelsOf(caller.userId))

  serve(app, chooseChannels, async ({ caller: { userId }, body: { choices = [], quiet, weekly, pushNamesPrices } }) => {
    if (quiet && (!isZone(quiet.zone) || !(await knowsZone(db, quiet.zone))))
      throw new BadRequest('unknown-zone', { field: 'quiet.zone' })
    if (quiet && quiet.from === quiet.until) throw new BadRequest('quiet-without-end', { field: 'quiet.until' })
    if (weekly && !(await takesProductNotifications(db, userId)))
      throw new BadRequest('weekly-needs-product', { field: 'weekly' })
    const asksMail = choices.some(({ mail }) => mail !== 'off')
    await database.write(async tx => {
      await saveChoices(tx, userId, choices)
      await saveSetting(tx, userId, {
        ...(quiet !== undefined && {
          quiet_zone: quiet?.zone ?? null,
          quiet_from: quiet?.from ?? null,
          quiet_until: quiet?.until ?? null,
        }),
        ...(weekly !== undefined && { weekly }),
        ...(pushNamesPrices !== undefined && { push_names_prices: pushNamesPrices }),
        // Turning e-mail on lifts the pause after a rejected e-mail, and turns the daily e-mail on again.
        ...((asksMail || weekly) && { refused_email: null, refused_at: null }),
        ...(asksMail && { no_daily: false }),
      })
    })
    return await channelsOf(userId)
  })

  serve(app, subscribePush, async ({ caller, body: { endpoint, keys: given } }) => {
    if (!config.PUSH) throw new NotFound()
    if (!isPushService(endpoint, config.PUSH_SERVICES)) throw new BadRequest('no-push-service', { field: 'endpoint' })
    if (!isPoint(given.p256dh)) throw new BadRequest('no-push-key', { field: 'keys.p256dh' })
    if (!/^[\w-]{22}={0,2}$/.test(given.auth)) throw new BadRequest('no-push-key', { field: 'keys.auth' })
    const { keyId } = keys.keyRing('push').signing
    if (!(await database.write(tx => saveSubscription(tx, caller, { endpoint, ...given, keyId }))))
      throw new BadRequest('no-push-key', { field: 'keys', httpStatus: 409 })
  })

  serve(app, unsubscribePush, ({ caller, body: { endpoint } }) => endSubscription(db, caller.userId, endpoint))
}

/**
 * Whether this is an IANA zone name. Offsets are rejected: PostgreSQL reads the sign of `+08:00` the other way round.
 */
function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Whether the key is an uncompressed point of P-256. */
function isPoint(key: string): boolean {
  const bytes = Buffer.from(key, 'base64url')
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return bytes.length === 65 && bytes[0] === 4
  } catch {
    return false
  }
}
