import { expect, test } from 'vitest'
import { isPlainName } from './plain-name.ts'

test.each([
  'Chan Tai Man',
  '陳大文',
  "Seán O'Brien-Núñez",
  'Dr.Chan',
  'J.P. Morgan',
  '0700.HK, 9988.HK',
  'BRK.US',
  'U.S. stocks 2026/27',
  '👩‍💻 tech',
  'Day 1 (v2.0)',
  'a: b',
])('%j is accepted as a name', text => expect(isPlainName(text)).toBe(true))

test.each([
  'https://evil.example',
  'Win at evil.com',
  'evil.com/win',
  'WWW.evil.test',
  'a@evil.net',
  'see evil.hk',
  'my-bank.us',
  'pay\u202egnp.exe',
  'left\u2066isolate',
  'a\u0000b',
  'two\nlines',
  'zero\u200bwidth',
])('%j is refused as a name', text => expect(isPlainName(text)).toBe(false))
