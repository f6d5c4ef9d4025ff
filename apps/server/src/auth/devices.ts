import { randomBytes, randomUUID } from 'node:crypto'
import { type DeviceField, deviceHeaders } from '@finlist/contract/account/device-headers'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import { type Identified, keyHash } from './authorize.ts'
import type { KnownDevice, Person } from './people.ts'

const storeEveryMs = 60_000
const keptPerPerson = 100
/** Number of networks that one user may use at a time: home and mobile, each over IPv4 and IPv6. */
const networksOfOne = 4
const networkWindowMs = 10 * 60_000
const longestHeader = 200
const recorded = [
  'device',
  'browserName',
  'browserVersion',
  'incognito',
  'location',
  'latitude',
  'longitude',
  'timezone',
] as const

type Parts = {
  database: Database
  log: FastifyBaseLogger
  /** Current time, in ms since the epoch. */
  now: () => number
  /** The network that an IP address belongs to. */
  networkOf: (ip: string) => string
  /** Notifies the user of a sign-in from a browser that is new to their account. */
  tellOfNew: (tx: Tx, userId: number, request: FastifyRequest) => Promise<void>
}

/** The browsers that users sign in with. */
export class Devices {
  readonly #database: Database
  readonly #log: FastifyBaseLogger
  readonly #now: () => number
  readonly #networkOf: (ip: string) => string
  readonly #tellOfNew: Parts['tellOfNew']

  constructor({ database, log, now, networkOf, tellOfNew }: Parts) {
    this.#database = database
    this.#log = log
    this.#now = now
    this.#networkOf = networkOf
    this.#tellOfNew = tellOfNew
  }

  /** Whether this process recently saw the device in the request's network. */
  readonly knowsNetwork = (device: KnownDevice, { ip }: FastifyRequest): boolean => {
    const since = this.#now() - networkWindowMs
    if (ip === device.lastIp && device.storedAt > since) return true
    return (device.networks.get(this.#networkOf(ip)) ?? -Infinity) > since
  }

  /**
   * Records a request from the device in memory. Also writes to the database once a minute, and whenever the network is
   * new or a newer session takes the device over. Returns false if the device is used from more networks than one
   * person would use.
   */
  readonly seen = ({ claims, person, session }: Identified, device: KnownDevice, request: FastifyRequest): boolean => {
    const now = this.#now()
    device.lastSeenAt = now
    const takesOver = device.sessionId !== claims.sessionId
    if (takesOver) {
      device.sessionId = claims.sessionId
      device.signedInAt = session.startedAt
      device.networks.clear()
      device.lastIp = ''
    }
    const { ip } = request
    const due = now - device.storedAt >= storeEveryMs
    const elsewhere = (due || ip !== device.lastIp) && noteNetwork(device, this.#networkOf(ip), now)
    device.lastIp = ip
    if (device.networks.size > networksOfOne) return false
    if (takesOver || elsewhere || due) {
      device.storedAt = now
      this.#store(person.userId, device, request).catch(error =>
        this.#log.warn({ err: error }, 'a device was not noted'),
      )
    }
    return true
  }

  /**
   * Stores the device, with the latest time of each network. Writes nothing if a newer session has taken the device
   * over meanwhile, or if another process has recorded the same network within the last minute.
   */
  async #store(userId: number, device: KnownDevice, request: FastifyRequest) {
    const { deviceId, sessionId, signedInAt, lastSeenAt, networks } = device
    const [signedIn, since] = [new Date(signedInAt), lastSeenAt - networkWindowMs]
    await sql`update device set session_id = ${sessionId}, signed_in_at = ${signedIn},
        last_seen_at = ${new Date(lastSeenAt)}, info = ${JSON.stringify(infoOf(request))},
        networks = (select coalesce(jsonb_object_agg(network, at), '{}') from (
          select key as network, max(value::bigint) as at from (
            select * from jsonb_each_text(case when session_id = ${sessionId} then networks else '{}' end)
            union all select * from jsonb_each_text(${JSON.stringify(Object.fromEntries(networks))})) seen group by key) latest
          where at > ${since})
      where user_id = ${userId} and device_id = ${deviceId}
        and (session_id is null or signed_in_at < ${signedIn} or session_id = ${sessionId}
          and coalesce((networks ->> ${this.#networkOf(request.ip)})::bigint, 0) <= ${lastSeenAt - storeEveryMs})`.execute(
      this.#database.db,
    )
  }

  /** Registers a device for the user. Its key is returned once; only its hash is stored. */
  async register(
    { claims, person, session }: Identified,
    request: FastifyRequest,
  ): Promise<{ deviceId: string; deviceKey: string }> {
    const deviceId = randomUUID()
    const deviceKey = randomBytes(32).toString('base64url')
    await this.#database.write(async tx => {
      if (person.devices.size > 0) await this.#tellOfNew(tx, person.userId, request)
      await tx
        .insertInto('device')
        .values({
          user_id: person.userId,
          device_id: deviceId,
          key_hash: keyHash(deviceKey),
          signed_in_at: new Date(session.startedAt),
          last_seen_at: new Date(this.#now()),
          info: JSON.stringify(infoOf(request)),
          session_id: claims.sessionId,
          networks: JSON.stringify({ [this.#networkOf(request.ip)]: this.#now() }),
        })
        .execute()
      await sql`delete from device where user_id = ${person.userId} and device_id in (select device_id from device
        where user_id = ${person.userId} order by last_seen_at desc offset ${keptPerPerson})`.execute(tx)
    })
    return { deviceId, deviceKey }
  }

  /** Whether the device id belongs to another user. */
  async isForeign(deviceId: string, person: Person): Promise<boolean> {
    const { rows } =
      await sql`select 1 from device where device_id = ${deviceId} and user_id <> ${person.userId}`.execute(
        this.#database.db,
      )
    return rows.length > 0
  }
}

/** Records the network and drops old ones. Returns true if the device was not recently seen in this network. */
function noteNetwork(device: KnownDevice, network: string, now: number): boolean {
  for (const [known, at] of device.networks) if (at <= now - networkWindowMs) device.networks.delete(known)
  const isNew = !device.networks.has(network)
  device.networks.set(network, now)
  return isNew
}

const infoOf = (request: FastifyRequest) =>
  Object.fromEntries(
    recorded.map((field: DeviceField) => [
      field,
      String(request.headers[deviceHeaders[field].toLowerCase()] ?? '').slice(0, longestHeader),
    ]),
  )
