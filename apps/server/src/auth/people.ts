import type { Device } from '@finlist/domain/devices'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import { type PlanGrant, type Right, rightsChangeAt, rightsOf } from '@finlist/domain/plans/rights'
import type { Role } from '@finlist/domain/plans/roles'
import { sql } from 'kysely'
import { Cache } from '../db/cache.ts'
import type { Database, Db } from '../db/database.ts'

export type KnownDevice = Device & {
  keyHash: Buffer
  storedAt: number
  /** The session that the device key is bound to; null before the device's first call. */
  sessionId: string | null
  /** The networks that the device was recently seen in, with the time of each in ms. */
  networks: Map<string, number>
  /** The IP address of the last call. If empty, the next call checks the networks again. */
  lastIp: string
}
export type Session = { startedAt: number; endsAt: number }

/**
 * Everything that decides what a user may do. Times in ms. Last-seen times of devices are not broadcast, so those
 * recorded by other processes are as of `readAt`.
 */
export type Person = {
  userId: number
  readAt: number
  blocked: boolean
  roles: readonly Role[]
  grants: readonly PlanGrant[]
  sessions: ReadonlyMap<string, Session>
  devices: Map<string, KnownDevice>
  rights: ReadonlySet<Right>
  rightsUntil: number
}

type Found = Person | undefined

const newest = 100

/** Cache of users. Their rights are computed again whenever a plan begins or ends. */
export class People {
  readonly #db: Db
  readonly #adminEmails: readonly string[]
  readonly #now: () => number
  readonly #remembered: Cache<number, Person | undefined>

  constructor(database: Database, adminEmails: readonly string[], now: () => number) {
    this.#db = database.db
    this.#adminEmails = adminEmails
    this.#now = now
    this.#remembered = new Cache({
      changes: database.changes,
      maxEntries: 20_000,
      load: userId => this.#read(userId),
      dependsOn: { person: (changed, userId) => changed === userId },
    })
  }

  /**
   * Returns the user with their current rights, or undefined if the user does not exist. If the cached user is
   * `tooOld`, reads them again.
   */
  find(userId: number, tooOld: (person: Person) => boolean = () => false): Found | Promise<Found> {
    const found = this.#remembered.get(userId)
    if (!found || found instanceof Promise) return found
    if (tooOld(found)) {
      this.#remembered.forget(userId)
      return this.#remembered.get(userId)
    }
    if (found.rightsUntil <= this.#now()) this.#judge(found)
    return found
  }

  /** The current rights of these users, read from the database. The map has no entry for a blocked or deleted user. */
  async rightsOf(userIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlySet<Right>>> {
    const now = this.#now()
    const rows = await readStandings(this.#db, userIds, new Date(now))
    return new Map(rows.map(row => [row.user_id, rightsOf(row.grants, this.#rolesOf(row), now)]))
  }

  #rolesOf({ email, email_proved, roles }: Pick<PersonRow, 'email' | 'email_proved' | 'roles'>): readonly Role[] {
    const isAdmin = email_proved && this.#adminEmails.includes(email.toLowerCase())
    return isAdmin && !roles.includes('admin') ? [...roles, 'admin'] : roles
  }

  async #read(userId: number): Promise<Person | undefined> {
    const readAt = this.#now()
    const row = await readPerson(this.#db, userId, new Date(readAt))
    if (!row) return undefined
    const person: Person = {
      userId,
      readAt,
      blocked: row.blocked,
      roles: this.#rolesOf(row),
      grants: row.grants,
      sessions: new Map(row.sessions.map(({ id, ...session }) => [id, session])),
      devices: new Map(
        row.devices.map(device => [
          device.deviceId,
          {
            ...device,
            keyHash: Buffer.from(device.keyHash, 'base64'),
            storedAt: device.lastSeenAt,
            networks: new Map(Object.entries(device.networks)),
            lastIp: '',
          },
        ]),
      ),
      rights: new Set(),
      rightsUntil: 0,
    }
    this.#judge(person)
    return person
  }

  #judge(person: Person) {
    const now = this.#now()
    person.rights = rightsOf(person.grants, person.roles, now)
    person.rightsUntil = rightsChangeAt(person.grants, now)
  }
}

type PersonRow = {
  blocked: boolean
  email: string
  email_proved: boolean
  roles: Role[]
  grants: (PlanGrant & { productId: ProductId; periodId: PeriodId })[]
  sessions: (Session & { id: string })[]
  devices: (Device & { keyHash: string; sessionId: string | null; networks: Record<string, number> })[]
}

const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::bigint`)

/** SQL that selects everything that determines the rights of the user `u`. */
const standing = (now: Date) => sql`email, email_proved_at is not null as email_proved,
  array(select role from user_role r where r.user_id = u.user_id) as roles,
  coalesce((select json_agg(json_build_object('productId', product_id, 'periodId', period_id,
      'startsAt', ${ms('starts_at')}, 'endsAt', ${ms('ends_at')}))
    from (select * from plan_grant h where h.user_id = u.user_id and ends_at > ${now}::timestamptz - interval '1 day'
      order by ends_at desc limit ${newest}) h), '[]') as grants`

type Standing = Pick<PersonRow, 'email' | 'email_proved' | 'roles' | 'grants'> & { user_id: number }

async function readStandings(db: Db, userIds: readonly number[], now: Date): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select user_id, ${standing(now)} from users u where user_id = any(${userIds}::bigint[]) and blocked_at is null`.execute(
    db,
  )
  return rows
}

async function readPerson(db: Db, userId: number, now: Date): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select blocked_at is not null as blocked, ${standing(now)},
      coalesce((select json_agg(json_build_object('id', session_id, 'startedAt', ${ms('created_at')},
          'endsAt', ${ms('expires_at')}))
        from (select * from session s where s.user_id = u.user_id and expires_at > ${now}
          order by created_at desc limit ${newest}) s), '[]') as sessions,
      coalesce((select json_agg(json_build_object('deviceId', device_id, 'keyHash', encode(key_hash, 'base64'),
          'signedInAt', ${ms('signed_in_at')}, 'lastSeenAt', ${ms('last_seen_at')}, 'sessionId', session_id,
          'networks', networks))
        from (select * from device d where d.user_id = u.user_id order by last_seen_at desc limit ${newest}) d), '[]') as devices
    from users u where u.user_id = ${userId}`.execute(db)
  return rows[0]
}
