import { hash, timingSafeEqual } from 'node:crypto'
import { deviceHeaders } from '@finlist/contract/account/device-headers'
import { isAmongNewest, withinDeviceLimit } from '@finlist/domain/devices'
import type { Right } from '@finlist/domain/plans/rights'
import type { FastifyRequest } from 'fastify'
import { Forbidden, Unauthorized } from '../http/client-errors.ts'
import type { Authorize, Caller } from '../http/serve.ts'
import { atOnce } from './at-once.ts'
import type { KnownDevice, People, Person, Session } from './people.ts'
import type { TokenClaims, Tokens } from './tokens.ts'

const deviceId = deviceHeaders.deviceId.toLowerCase()
const deviceKey = deviceHeaders.deviceKey.toLowerCase()
const keysRemembered = 50_000
const minutesKnownForMs = 1_000

/**
 * Result of the device check for a request. 'refused': the device key is wrong, or the user has too many newer devices;
 * 'unknown': the user has no such device, or a newer session has taken it over; 'copied': the device is used from more
 * networks than one user would use.
 */
type DeviceVerdict = 'passes' | 'refused' | 'unknown' | 'copied'

export type Identified = { claims: TokenClaims; person: Person; session: Session }

export type Access = {
  admit: Authorize
  /** Identifies the user of the access token, regardless of blocks and the device check. Throws Unauthorized. */
  identify(request: FastifyRequest): Identified | Promise<Identified>
  judgeDevice(request: FastifyRequest, identified: Identified): DeviceVerdict
  /** Ends the session of a copied device key, then throws Unauthorized. */
  refuseCopied(identified: Identified): Promise<never>
}

type DeviceRule = {
  limit: number
  /**
   * Records a request from the device. Returns false if the device is used from more networks than one user would
   * use.
   */
  seen(identified: Identified, device: KnownDevice, request: FastifyRequest): boolean
  /** Whether this process recently saw the device in the request's network. */
  knowsNetwork(device: KnownDevice, request: FastifyRequest): boolean
  endCopied(userId: number, sessionId: string): Promise<void>
}

/**
 * The only place where a request is authorised. Always checks in this order: token, session, block, device, right. A
 * request with a datafeed token in its URL is checked by `byAddress` instead. If everything is cached, the check is
 * synchronous.
 */
export function openAccess(
  tokens: Tokens,
  people: People,
  { limit, seen, knowsNetwork, endCopied }: DeviceRule,
  byAddress: (request: FastifyRequest, needs: 'token' | Right) => Promise<Caller> | undefined,
  now: () => number,
): Access {
  const sameKey = keyComparison()

  function identify(request: FastifyRequest): Identified | Promise<Identified> {
    return atOnce(tokens.verify(request.headers.authorization), claims =>
      atOnce(
        people.find(claims.userId, person => mayLackMinutes(person, request)),
        person => inSession(claims, person),
      ),
    )
  }

  /**
   * Whether the cached copy of the user may be too old for the device check, because other processes may have recorded
   * last-seen times that change its result.
   */
  function mayLackMinutes(person: Person, request: FastifyRequest): boolean {
    if (now() - person.readAt < minutesKnownForMs) return false
    const device = person.devices.get(String(request.headers[deviceId] ?? ''))
    if (device === undefined) return false
    const isLimited = !person.rights.has('staff') && !isAmongNewest(device, person.devices.values(), limit)
    return isLimited || !knowsNetwork(device, request)
  }

  function inSession(claims: TokenClaims, person: Person | undefined): Identified {
    const session = person?.sessions.get(claims.sessionId)
    if (person === undefined || session === undefined || session.endsAt <= now()) throw new Unauthorized()
    return { claims, person, session }
  }

  function judgeDevice(request: FastifyRequest, identified: Identified): DeviceVerdict {
    const { claims, person, session } = identified
    if (claims.commandLine) return 'passes'
    const id = String(request.headers[deviceId] ?? '')
    const device = person.devices.get(id)
    if (device === undefined) return 'unknown'
    if (!sameKey(device.keyHash, String(request.headers[deviceKey] ?? ''))) return 'refused'
    if (device.sessionId !== null && device.sessionId !== claims.sessionId && session.startedAt <= device.signedInAt)
      return 'unknown'
    if (!seen(identified, device, request)) return 'copied'
    if (!person.rights.has('staff') && !withinDeviceLimit(device, person.devices.values(), limit, now()))
      return 'refused'
    return 'passes'
  }

  async function refuseCopied({ claims, person }: Identified): Promise<never> {
    await endCopied(person.userId, claims.sessionId)
    throw new Unauthorized()
  }

  function judge(request: FastifyRequest, identified: Identified, needs: 'token' | Right): Caller | Promise<never> {
    const { claims, person } = identified
    request.callerId = person.userId
    if (needs !== 'token') {
      if (person.blocked) throw new Forbidden('forbidden-blocked', 'blocked')
      const verdict = judgeDevice(request, identified)
      if (verdict === 'copied') return refuseCopied(identified)
      if (verdict !== 'passes') throw new Forbidden('forbidden-device', 'device')
      if (!person.rights.has(needs))
        throw new Forbidden(needs === 'staff' || needs === 'admin' ? 'forbidden-staff' : 'forbidden')
    }
    return { ...claims, rights: person.rights }
  }

  return {
    identify,
    judgeDevice,
    refuseCopied,
    admit(request, needs) {
      return byAddress(request, needs) ?? atOnce(identify(request), identified => judge(request, identified, needs))
    },
  }
}

export const keyHash = (key: string) => hash('sha256', key, 'buffer')

/** Returns a function that compares a key with its stored hash; the hashes of correct keys are cached. */
function keyComparison(): (stored: Buffer, key: string) => boolean {
  const known = new Map<string, Buffer>()
  return (stored, key) => {
    const given = known.get(key) ?? keyHash(key)
    if (stored.length !== given.length || !timingSafeEqual(stored, given)) return false
    if (!known.has(key)) {
      if (known.size >= keysRemembered) known.delete(known.keys().next().value!)
      known.set(key, given)
    }
    return true
  }
}
