import { createHash, timingSafeEqual } from 'node:crypto'
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
  identify(request: FastifyRequest): Promise<Identified>
  judgeDevice(request: FastifyRequest, identified: Identified): DeviceVerdict
}

/** The one place where a request is admitted: token, session, block, device rule, right; in this order, every time. */
export function makeAccess(
  tokens: Tokens,
  people: People,
  deviceLimit: number,
  seen: (person: Person, device: KnownDevice, session: Session, request: FastifyRequest) => void,
  now: () => number,
): Access {
  async function identify(request: FastifyRequest) {
    const claimed = tokens.verify(request.headers.authorization)
    const claims = claimed instanceof Promise ? await claimed : claimed
    const found = people.find(claims.userId)
    const person = found instanceof Promise ? await found : found
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

  return {
    identify,
    judgeDevice,
    async admit(request, needs) {
      const identified = await identify(request)
      const { claims, person } = identified
      if (needs !== 'token') {
        if (person.blocked) throw new Forbidden('forbidden-blocked', 'blocked')
        if (judgeDevice(request, identified) !== 'passes') throw new Forbidden('forbidden-device', 'device')
        if (!person.rights.has(needs)) throw new Forbidden()
      }
      return caller(claims, person.rights)
    },
  }
}

const caller = (claims: TokenClaims, rights: ReadonlySet<Right>): Caller => ({
  userId: claims.userId,
  sessionId: claims.sessionId,
  rights,
  authTime: claims.authTime,
  commandLine: claims.commandLine,
})

export const keyHash = (key: string) => createHash('sha256').update(key).digest()

function sameKey(storedHash: string, key: string): boolean {
  const stored = Buffer.from(storedHash, 'base64')
  const given = keyHash(key)
  return stored.length === given.length && timingSafeEqual(stored, given)
}
