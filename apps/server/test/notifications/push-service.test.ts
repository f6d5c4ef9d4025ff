import type { LookupAddress } from 'node:dns'
import { expect, it } from 'vitest'
import { boxRefuses, isRefusal } from '../../src/features/channels/box-refuses.ts'
import { isPublic, isPushService, publicAddress } from '../../src/features/channels/push-service.ts'

const services = ['fcm.googleapis.com', '*.notify.windows.com']

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=a', true],
  ['https://notify.windows.com/w', false],
  ['https://evilnotify.windows.com/w', false],
  ['https://fcm.googleapis.com.example/x', false],
  ['https://fcm.googleapis.com:444/x', false],
  ['https://fcm.googleapis.com:443/x', true],
  ['https://user@fcm.googleapis.com/x', false],
  ['http://fcm.googleapis.com/x', false],
  ['no address', false],
])('%s belongs to a known push service: %s', (endpoint, is) => {
  expect(isPushService(endpoint, services)).toBe(is)
})

it.each([
  ['8.8.8.8', true],
  ['2a00:1450:4001:80b::200a', true],
  ['10.1.2.3', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2002:a00:1::1', false],
  ['2001:db8::1', false],
])('%s is on the public internet: %s', (address, is) => {
  expect(isPublic(address)).toBe(is)
})

const lookedUp = (addresses: LookupAddress[], all: boolean) =>
  new Promise((resolve, reject) =>
    publicAddress((_, __, done) => done(null, addresses))('fcm.googleapis.com', { all }, (error, address, family) =>
      error ? reject(error) : resolve(all ? address : [address, family]),
    ),
  )

it('the name of a push service is resolved once, and only the checked address is connected to', async () => {
  const addresses = [{ address: '8.8.8.8', family: 4 }]
  expect(await lookedUp(addresses, true)).toEqual(addresses)
  expect(await lookedUp(addresses, false)).toEqual(['8.8.8.8', 4])
  await expect(lookedUp([...addresses, { address: '10.0.0.1', family: 4 }], true)).rejects.toThrow('within a network')
  await expect(lookedUp([], true)).rejects.toThrow('no address')
})

const answered = (responseCode: number, response: string, command = 'RCPT TO') => ({ responseCode, response, command })

it.each([
  [answered(550, '550 5.1.1 no such user'), true, true],
  [answered(550, '550 no such user'), true, true],
  [answered(550, '550 5.2.1 mailbox disabled'), true, true],
  [answered(550, '550-5.1.1 The email account'), true, true],
  [answered(552, '552 5.2.2 mailbox full'), true, false],
  [answered(550, '550 5.7.1 relaying denied'), true, false],
  [answered(554, '554 5.7.1 spam', 'DATA'), true, false],
  [answered(550, '550 no', 'DATA'), true, false],
  [answered(451, '451 4.7.1 greylisted'), false, false],
  [new Error('connect ECONNREFUSED'), false, false],
])('after %o, mail is refused permanently: %s, by the mailbox itself: %s', (error, refused, byBox) => {
  expect([isRefusal(error), boxRefuses(error)]).toEqual([refused, byBox])
})
