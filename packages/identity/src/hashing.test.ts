import { expect, test } from 'vitest'
import { Busy, Hashing } from './hashing.ts'
import { network, region } from './network.ts'

/** Jobs that the test finishes itself; `order` lists them in the order they began. */
function hashes(hashing: Hashing) {
  const order: string[] = []
  const done: (() => void)[] = []
  const refused: string[] = []
  const ask = (lane: string, name = lane) =>
    void hashing
      .run(lane, () => new Promise<void>(resolve => (order.push(name), done.push(resolve))))
      .catch((error: unknown) => refused.push(error instanceof Busy ? name : 'failed'))
  const finish = async () => {
    done.shift()!()
    for (let ticks = 0; ticks < 8; ticks++) await Promise.resolve()
  }
  return { order, refused, ask, finish }
}

test('a flood of password hashes from one network delays only that network', async () => {
  const { order, ask, finish } = hashes(new Hashing({ atOnce: 2, lane: 12, all: 120 }))
  for (let n = 0; n < 10; n++) ask('flood', `flood-${n}`)
  ask('ann')
  ask('bob')
  expect(order).toEqual(['flood-0', 'flood-1'])
  for (let n = 0; n < 4; n++) await finish()
  expect(order).toEqual(['flood-0', 'flood-1', 'flood-2', 'ann', 'bob', 'flood-3'])
})

test('waiting password hashes are limited per network and in total; new ones are accepted once some are done', async () => {
  const { order, refused, ask, finish } = hashes(new Hashing({ atOnce: 1, lane: 2, all: 5 }))
  for (const name of ['a0', 'a1', 'a2', 'a3']) ask('a', name)
  for (const name of ['b0', 'b1', 'b2']) ask('b', name)
  for (const name of ['c0', 'd0']) ask(name.slice(0, 1), name)
  await Promise.resolve()
  expect(refused).toEqual(['a3', 'b2', 'd0'])
  for (let n = 0; n < 6; n++) await finish()
  expect(order).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1'])
  ask('a', 'a4')
  expect(order.at(-1)).toBe('a4')
})

test('a password hash that fails frees its slot for the next', async () => {
  const hashing = new Hashing({ atOnce: 1, lane: 2, all: 2 })
  await expect(hashing.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await hashing.run('a', () => Promise.resolve('done'))).toBe('done')
})

test('rate limits treat an IPv4 address or an IPv6 /48 as a network, and an IPv4 /24 or an IPv6 /48 as a region, in any notation', () => {
  const cases: [string, string, string][] = [
    ['203.0.113.7', '203.0.113.7', '203.0.113'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113'],
    ['2001:db8:7:1::5', '2001:db8:7', '2001:db8:7'],
    ['2001:0DB8:0007:ffff:1:2:3:4', '2001:db8:7', '2001:db8:7'],
    ['2001:db8::1', '2001:db8:0', '2001:db8:0'],
    ['::1', '0:0:0', '0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0', 'fe80:0:0'],
  ]
  for (const [ip, net, near] of cases) expect([ip, network(ip), region(ip)]).toEqual([ip, net, near])
})
