import { randomBytes, randomUUID } from 'node:crypto'
import { type DeviceField, deviceHeaders } from '@finlist/contract/device'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { keyHash } from './admit.ts'
import type { KnownDevice, Person, Session } from './people.ts'

const storeEveryMs = 60_000
const keptPerPerson = 100
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

/** The browsers people sign in with. */
export class Devices {
  readonly #database: Database
  readonly #log: FastifyBaseLogger
  readonly #now: () => number

  constructor(database: Database, log: FastifyBaseLogger, now: () => number) {
    this.#database = database
    this.#log = log
    this.#now = now
  }

  /** Notes a call of the device: in memory at once, in the database once a minute or when a newer session uses it. */
  readonly seen = (person: Person, device: KnownDevice, session: Session, request: FastifyRequest) => {
    const now = this.#now()
    device.lastSeenAt = now
    const signedInAgain = session.startedAt > device.signedInAt
    if (signedInAgain) device.signedInAt = session.startedAt
    if (!signedInAgain && now - device.storedAt < storeEveryMs) return
    device.storedAt = now
    this.#database.db
      .updateTable('device')
      .set({
        last_seen_at: new Date(now),
        signed_in_at: new Date(device.signedInAt),
        info: JSON.stringify(infoOf(request)),
      })
      .where('user_id', '=', person.userId)
      .where('device_id', '=', device.deviceId)
      .execute()
      .catch(error => this.#log.warn({ err: error }, 'a device was not noted'))
  }

  /** Makes a device of the person. The key is told once and kept here only as a hash. */
  async register(
    person: Person,
    session: Session,
    request: FastifyRequest,
  ): Promise<{ deviceId: string; deviceKey: string }> {
    const deviceId = randomUUID()
    const deviceKey = randomBytes(32).toString('base64url')
    await this.#database.write(async tx => {
      await tx
        .insertInto('device')
        .values({
          user_id: person.userId,
          device_id: deviceId,
          key_hash: keyHash(deviceKey),
          signed_in_at: new Date(session.startedAt),
          last_seen_at: new Date(this.#now()),
          info: JSON.stringify(infoOf(request)),
        })
        .execute()
      await sql`delete from device where user_id = ${person.userId} and device_id in (select device_id from device
        where user_id = ${person.userId} order by last_seen_at desc offset ${keptPerPerson})`.execute(tx)
    })
    return { deviceId, deviceKey }
  }

  /** Whether the id is somebody else's. */
  async isForeign(deviceId: string, person: Person): Promise<boolean> {
    const { rows } =
      await sql`select 1 from device where device_id = ${deviceId} and user_id <> ${person.userId}`.execute(
        this.#database.db,
      )
    return rows.length > 0
  }
}

const infoOf = (request: FastifyRequest) =>
  Object.fromEntries(
    recorded.map((field: DeviceField) => [
      field,
      String(request.headers[deviceHeaders[field].toLowerCase()] ?? '').slice(0, longestHeader),
    ]),
  )
