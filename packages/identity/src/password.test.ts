import { expect, test } from 'vitest'
import { hashPassword, passwordFault, verifyPassword } from './password.ts'

const fault = (password: string) => passwordFault(password, 'someone@demo.example')

test('a password has 10 to 128 characters, of any kind: spaces, Chinese, pictures, letters alone', () => {
  expect(fault('nine char')).toBe('short')
  expect(fault('x'.repeat(9))).toBe('short')
  expect(fault(`ab ${'c'.repeat(126)}`)).toBe('long')
  for (const good of ['all lower case', '紅日初升其道大光河出伏流', '🐎🐎🐂🐂🐏🐏🐖🐖🐓🐓🐕', `ab ${'c'.repeat(125)}`])
    expect([good, fault(good)]).toEqual([good, undefined])
})

test('a password that is the address, or one everybody tries, is refused', () => {
  for (const tried of ['password123', 'Password123', '1234567890', 'abcabcabcabc', 'aaaaaaaaaaaa'])
    expect([tried, fault(tried)]).toEqual([tried, 'common'])
  expect(fault('SOMEONE@demo.example')).toBe('email')
  expect(passwordFault('longsomeone', 'longsomeone@demo.example')).toBe('email')
})

test('a password is compared whole: no letter of another case, nothing cut off, no space taken away', async () => {
  const password = `${'x'.repeat(126)} a`
  const hash = await hashPassword(password)
  expect(await verifyPassword(password, hash)).toBe(true)
  for (const other of [`${'x'.repeat(126)} A`, `${'x'.repeat(126)} `, `${password} `, password.trimStart().slice(1)])
    expect([other, await verifyPassword(other, hash)]).toEqual([other, false])
})

test('a password is kept as scrypt of 32 MB with a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('the same words'), hashPassword('the same words')])
  expect(one).toMatch(/^scrypt\$15\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(other)
})
