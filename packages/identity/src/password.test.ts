import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { hashPassword, passwordFault, productionCost, verifyPassword } from './password.ts'

const owner = { email: 'someone@demo.example', name: 'Chan Tai Man', brand: 'Market Cat' }
const cheap = { logN: 4, r: 8, p: 1 }
const fault = (password: string) => passwordFault(password, owner)

test('a password has 10 to 128 characters of any kind: spaces, Chinese, emoji, or letters alone', () => {
  expect(fault('nine char')).toBe('short')
  expect(fault('x'.repeat(9))).toBe('short')
  expect(fault(`ab ${'c'.repeat(126)}`)).toBe('long')
  for (const good of ['all lower case', '紅日初升其道大光河出伏流', '🐎🐎🐂🐂🐏🐏🐖🐖🐓🐓🐕', `ab ${'c'.repeat(125)}`])
    expect([good, fault(good)]).toEqual([good, undefined])
})

test('a password on the list of most breached ones is refused, even with digits and symbols around it', () => {
  const found = (dictionary['passwords-common'] ?? []).filter(password => password.length >= 8)
  expect(found.length).toBeGreaterThan(10_000)
  const taken = found.filter(password => fault(password.padEnd(10, '2026')) === undefined)
  expect(taken.filter(password => /^\p{L}+$/u.test(password) || password.length >= 10)).toEqual([])
  for (const tried of [
    'Password123',
    'sunshine2026!',
    '1234567890',
    '9876543210',
    'abcdefghij',
    'abcabcabcabc',
    '5201314520',
  ])
    expect([tried, fault(tried)]).toEqual([tried, 'common'])
})

test('a password made of product words, or of the owner’s name and address, is refused', () => {
  for (const tried of ['finlist2026', 'FinListFinList', 'MarketCat#1!!', 'cat market 88', 'percival-admin'])
    expect([tried, fault(tried)]).toEqual([tried, 'common'])
  for (const tried of ['SOMEONE@demo.example', 'someone12345', 'chantaiman!', 'Tai.Man.Chan.1990', 'someone-demo-1'])
    expect([tried, fault(tried)]).toEqual([tried, 'own'])
  for (const good of ['finlist reads like a novel', 'someone else altogether', 'chance of showers'])
    expect([good, fault(good)]).toEqual([good, undefined])
})

test('a password is compared completely: case-sensitive, not truncated, spaces kept', async () => {
  const password = `${'x'.repeat(126)} a`
  const hash = await hashPassword(password, cheap)
  expect(await verifyPassword(password, hash, cheap)).toBe(true)
  for (const other of [`${'x'.repeat(126)} A`, `${'x'.repeat(126)} `, `${password} `, password.trimStart().slice(1)])
    expect([other, await verifyPassword(other, hash, cheap)]).toEqual([other, false])
})

test('in production a password is hashed by scrypt with 32 MB, three passes and its own salt', async () => {
  const [one, other] = await Promise.all([
    hashPassword('the same words', productionCost),
    hashPassword('the same words', productionCost),
  ])
  expect(one).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(other)
  expect(await verifyPassword('the same words', one, cheap)).toBe(true)
})
