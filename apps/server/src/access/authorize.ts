import { hash, timingSafeEqual } from 'node:crypto'
import { deviceHeaders } from '@finlist/contract/device-headers'
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
 * The device rule's verdict on a request: passes; is refused; comes from an unknown browser, or one whose device key
 * has moved to a newer session; or is one of many using the same key.
 */
type DeviceVerdict = 'passes' | 'refused' | 'unknown' | 'copied'

export type Identified = { claims: TokenClaims; person: Person; session: Session }

export type Access = {
  admit: Authorize
  /** Returns the token's person regardless of blocks and the device rule. Throws Unauthorized. */
  identify(request: FastifyRequest): Identified | Promise<Identified>
  judgeDevice(request: FastifyRequest, identified: Identified): DeviceVerdict
  /** Ends the session of a copied device key and throws Unauthorized. */
  refuseCopied(identified: Identified): Promise<never>
}

type DeviceRule = {
  limit: number
  /** Records a call from the device. Returns false when it is used in more networks than one person has. */
  seen(identified: Identified, device: KnownDevice, request: FastifyRequest): boolean
  /** Whether the device was recently seen in the call's network, as far as this process knows. */
  knowsNetwork(device: KnownDevice, request: FastifyRequest): boolean
  endCopied(userId: number, sessionId: string): Promise<void>
}

/**
 * The only place where a request is admitted. Always checks in this order: token, session, block, device rule, right. A
 * caller with a datafeed token in the address is judged by `byAddress`. Anything in this process's cache is judged
 * synchronously, without a turn of the event loop.
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
   * Whether last-seen minutes recorded by other processes since the person was read could change the device rule's
   * verdict.
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

/** Compares keys with stored hashes, caching the hashes of correct keys. */
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
