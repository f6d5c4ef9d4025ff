import { expect, test } from 'vitest'
import { checkLocales, chineseFaults } from './check-locales.ts'

test.each([
  ['價格: {{price}}', 1],
  ['（每股）:{{price}}', 1],
  ['新:舊', 1],
  ['價格：{{price}}', 0],
  ['風險回報 1 : {{ratio}}', 0],
  ['截至 {{date}} 09:30', 0],
  ['{code, close, parts: {strength}}', 0],
  ['這是什麼？', 1],
  ['這是甚麼？', 0],
  ['50 天平均線', 1],
  ['過去 {{days}} 天', 1],
  ['每天更新', 0],
  ['50 日平均線', 0],
])('the locales %j have %i faults', (text, count) => expect(chineseFaults(text)).toHaveLength(count))

test('every Chinese text of this repository follows the rules for Hong Kong', () => expect(checkLocales()).toEqual([]))
