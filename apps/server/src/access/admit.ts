import { hash, timingSafeEqual } from 'node:crypto'
import { deviceHeaders } from '@finlist/contract/device'
import { withinDeviceLimit } from '@finlist/domain/devices'
import type { Right } from '@finlist/domain/plans/rights'
import type { FastifyRequest } from 'fastify'
import { Forbidden, Unauthorized } from '../http/refusals.ts'
import type { Admit, Caller } from '../http/serve.ts'
import type { KnownDevice, People, Person, Session } from './people.ts'
import type { TokenClaims, Tokens } from './tokens.ts'

const deviceId = deviceHeaders.deviceId.toLowerCase()
const deviceKey = deviceHeaders.deviceKey.toLowerCase()

/** What the device rule says of a request: may pass, may not, or comes from a browser we have not met. */
export type DeviceVerdict = 'passes' | 'refused' | 'unknown'

export type Identified = { claims: TokenClaims; person: Person; session: Session }

export type Access = {
  admit: Admit
  /** The token's person, whatever the blocks and the device rule say. Throws Unauthorized. */
  identify(request: FastifyRequest): Identified | Promise<Identified>
  judgeDevice(request: FastifyRequest, identified: Identified): DeviceVerdict
}

/**
 * The one place where a request is admitted: token, session, block, device rule, right; in this order, every time.
 * What this process remembers is judged at once, without a turn of the event loop.
 */
export function makeAccess(
  tokens: Tokens,
  people: People,
  deviceLimit: number,
  seen: (person: Person, device: KnownDevice, session: Session, request: FastifyRequest) => void,
  now: () => number,
): Access {
  function identify(request: FastifyRequest): Identified | Promise<Identified> {
    const claims = tokens.verify(request.headers.authorization)
    if (claims instanceof Promise) return claims.then(known => withPerson(known))
    return withPerson(claims)
  }

  function withPerson(claims: TokenClaims): Identified | Promise<Identified> {
    const person = people.find(claims.userId)
    if (person instanceof Promise) return person.then(known => inSession(claims, known))
    return inSession(claims, person)
  }

  function inSession(claims: TokenClaims, person: Person | undefined): Identified {
    const session = person?.sessions.get(claims.sessionId)
    if (person === undefined || session === undefined || session.endsAt <= now()) throw new Unauthorized()
    return { claims, person, session }
  }

  function judgeDevice(request: FastifyRequest, { claims, person, session }: Identified): DeviceVerdict {
    if (claims.commandLine) return 'passes'
    const id = String(request.headers[deviceId] ?? '')
    const device = person.devices.get(id)
    if (device === undefined) return 'unknown'
    if (!sameKey(device.keyHash, String(request.headers[deviceKey] ?? ''))) return 'refused'
    seen(person, device, session, request)
    if (!person.rights.has('staff') && !withinDeviceLimit(device, person.devices.values(), deviceLimit, now()))
      return 'refused'
    return 'passes'
  }

  function judge(request: FastifyRequest, identified: Identified, needs: 'token' | Right): Caller {
    const { claims, person } = identified
    request.callerId = person.userId
    if (needs !== 'token') {
      if (person.blocked) throw new Forbidden('forbidden-blocked', 'blocked')
      if (judgeDevice(request, identified) !== 'passes') throw new Forbidden('forbidden-device', 'device')
      if (!person.rights.has(needs))
        throw new Forbidden(needs === 'staff' || needs === 'admin' ? 'forbidden-staff' : 'forbidden')
    }
    return { ...claims, rights: person.rights }
  }

  return {
    identify,
    judgeDevice,
    admit(request, needs) {
      const identified = identify(request)
      if (identified instanceof Promise) return identified.then(known => judge(request, known, needs))
      return judge(request, identified, needs)
    },
  }
}

export const keyHash = (key: string) => hash('sha256', key, 'buffer')

function sameKey(stored: Buffer, key: string): boolean {
  const given = keyHash(key)
  return stored.length === given.length && timingSafeEqual(stored, given)
}
