import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db, Tx } from './database.ts'
import { type Purpose, purposes } from './key-purposes.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const dayMs = 1_440 * minuteMs

/** Delay between adding a key and signing with it, so that every process can load it first. */
const leadMs = 2 * minuteMs
/** Time for which a key signs before `rotateDue` adds its successor. */
const signsForMs = 90 * dayMs

const allPurposes = Object.keys(purposes) as Purpose[]

type Log = { warn(details: object, message: string): void }

export type Key = { keyId: string; value: string; signsFrom: number }

/**
 * The keys of a purpose at a given time. `accepted` has all keys whose signatures are accepted, with `signing` first.
 */
export type KeyRing = { signing: Key; accepted: readonly Key[] }

/**
 * The server's keys, stored in the database for all processes and reloaded when the change feed reports a change. Every
 * process has a new key before it signs, and an old key is accepted until everything it signed has expired.
 */
export class Keys {
  readonly #database: Database
  readonly #now: () => number
  #kept = new Map<Purpose, readonly Key[]>()
  #rings = new Map<Purpose, { keyRing: KeyRing; until: number }>()
  #reading: Promise<void> = Promise.resolve()

  private constructor(database: Database, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /** Loads the keys, and makes a key for each purpose that has none. */
  static async open(database: Database, now: () => number, log?: Log): Promise<Keys> {
    const keys = new Keys(database, now)
    await keys.#read()
    const missing = allPurposes.filter(purpose => !keys.#kept.has(purpose))
    if (missing.length > 0) {
      await database.write(async tx => {
        await lock(tx)
        const there = await readAll(tx)
        await add(
          tx,
          missing.filter(purpose => !there.has(purpose)),
          now(),
        )
      })
      await keys.#read()
    }
    const readAgain = () =>
      void keys.#read().catch(error => {
        log?.warn({ err: error }, 'the keys could not be read again')
        // No retry while the change feed is down: the keys are reloaded when it is back.
        if (database.changes.alive) setTimeout(readAgain, secondMs).unref()
      })
    database.changes.on('keys', readAgain)
    database.changes.onReconnect(readAgain)
    return keys
  }

  /** Returns the same object until the purpose's keys, or their states, change. */
  keyRing(purpose: Purpose): KeyRing {
    const now = this.#now()
    const known = this.#rings.get(purpose)
    if (known && now < known.until) return known.keyRing
    const made = ringAt(this.#kept.get(purpose)!, purposes[purpose].goodForMs, now)
    this.#rings.set(purpose, made)
    return made.keyRing
  }

  /** All keys, newest first within a purpose. */
  list(): { purpose: Purpose; keyId: string; state: 'coming' | 'signs' | 'accepted' | 'dead'; signsFrom: Date }[] {
    return allPurposes.flatMap(purpose => {
      const { signing, accepted } = this.keyRing(purpose)
      return this.#kept
        .get(purpose)!
        .toReversed()
        .map(key => ({
          purpose,
          keyId: key.keyId,
          state:
            key === signing
              ? ('signs' as const)
              : key.signsFrom > this.#now()
                ? ('coming' as const)
                : accepted.includes(key)
                  ? ('accepted' as const)
                  : ('dead' as const),
          signsFrom: new Date(key.signsFrom),
        }))
    })
  }

  /** Adds a new key for every purpose. With `atOnce` the new keys sign immediately, and all old ones are deleted. */
  async rotate({ atOnce = false } = {}): Promise<void> {
    await this.#database.write(async tx => {
      await lock(tx)
      if (atOnce) await tx.deleteFrom('server_key').execute()
      await add(tx, allPurposes, this.#now() + (atOnce ? 0 : leadMs))
    })
    await this.#read()
  }

  /** Adds a successor to each key that is old enough, and deletes expired keys. Returns the number of changes. */
  async rotateDue(): Promise<number> {
    const now = this.#now()
    const rows = await this.#database.write(async tx => {
      await lock(tx)
      const kept = await readAll(tx)
      const old = allPurposes.filter(purpose => kept.get(purpose)!.at(-1)!.signsFrom < now - signsForMs)
      await add(tx, old, now + leadMs)
      let dead = 0
      for (const [purpose, keys] of kept) {
        const { accepted } = ringAt(keys, purposes[purpose].goodForMs, now).keyRing
        for (const key of keys.filter(one => !accepted.includes(one))) {
          await tx.deleteFrom('server_key').where('purpose', '=', purpose).where('key_id', '=', key.keyId).execute()
          dead += 1
        }
      }
      return old.length + dead
    })
    await this.#read()
    return rows
  }

  /** Only one read runs at a time, so that an older result never replaces a newer one. */
  #read(): Promise<void> {
    const read = async () => {
      this.#kept = await readAll(this.#database.db)
      this.#rings.clear()
    }
    return (this.#reading = this.#reading.then(read, read))
  }
}

function ringAt(keys: readonly Key[], goodForMs: number, now: number): { keyRing: KeyRing; until: number } {
  const goodUntil = (n: number) => (keys[n + 1]?.signsFrom ?? Infinity) + goodForMs
  const signing = keys.findLast(key => key.signsFrom <= now) ?? keys[0]!
  const others = keys.filter((key, n) => key !== signing && goodUntil(n) > now)
  const changes = keys.flatMap((key, n) => [key.signsFrom, goodUntil(n)]).filter(at => at > now)
  return { keyRing: { signing, accepted: [signing, ...others] }, until: Math.min(...changes, Infinity) }
}

const lock = (tx: Tx) => sql`lock table server_key in share row exclusive mode`.execute(tx)

async function readAll(db: Db): Promise<Map<Purpose, Key[]>> {
  const rows = await db.selectFrom('server_key').selectAll().orderBy('signs_from').orderBy('key_id').execute()
  const kept = new Map<Purpose, Key[]>()
  for (const { purpose, key_id, value, signs_from } of rows) {
    const keys = kept.get(purpose) ?? []
    keys.push({ keyId: key_id, value, signsFrom: signs_from.getTime() })
    kept.set(purpose, keys)
  }
  return kept
}

async function add(tx: Tx, wanted: readonly Purpose[], signsFrom: number) {
  if (wanted.length === 0) return
  await tx
    .insertInto('server_key')
    .values(
      wanted.map(purpose => ({
        purpose,
        key_id: randomBytes(9).toString('base64url'),
        value: purposes[purpose].make(),
        signs_from: new Date(signsFrom),
      })),
    )
    .execute()
}
