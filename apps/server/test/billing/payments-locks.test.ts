import { afterAll, beforeAll, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { Busy, Locks } from '../../src/db/locks.ts'

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
let locks: Locks
beforeAll(async () => {
  fresh = await freshDatabase()
  database = await openDatabase(fresh.url, { warn: () => undefined, info: () => undefined }, directly(fresh.url))
  locks = new Locks(database)
})
afterAll(async () => {
  await locks.close()
  await database.close()
  await fresh.drop()
})

/** Holds the lock of this name until `end` is called. */
async function holder(name: string) {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const held = locks.hold(name, async () => {
    begun.resolve()
    await over.promise
    await locks.assertHeld(name)
  })
  await begun.promise
  return { held, end: () => over.resolve() }
}

it('a lock excludes others until its holder has finished, even after a waiter has given up', async () => {
  const { held, end } = await holder('a')
  await expect(locks.hold('a', async () => undefined, 20)).rejects.toThrow(Busy)
  await expect(locks.hold('a', async () => undefined, 20)).rejects.toThrow(Busy)
  const order: string[] = []
  const next = locks.hold('a', async () => void order.push('next'))
  end()
  await held.then(() => order.push('first'))
  await next
  expect(order).toEqual(['first', 'next'])
})

it('a lock excludes other processes', async () => {
  const { held, end } = await holder('b')
  const other = new Locks(database)
  await expect(other.hold('b', async () => undefined, 20)).rejects.toThrow(Busy)
  end()
  await held
  expect(await other.hold('b', async () => 'in')).toBe('in')
  await other.close()
})
