import { expect, it } from 'vitest'
import { alertAsked } from './alert-command.ts'

it.each([
  ['set alert 700 > 400', '700', 'price-above', 400],
  ['700 < 350', '700', 'price-below', 350],
  ['Set an alert on tencent above HK$1,234.50', 'tencent', 'price-above', 1234.5],
  ['alert BRK.B under $300', 'BRK.B', 'price-below', 300],
  ['price alert for far east>=2', 'far east', 'price-above', 2],
  ['設定提示 騰訊 升至 400', '騰訊', 'price-above', 400],
  ['騰訊低於350', '騰訊', 'price-below', 350],
  ['７００＞４００', '700', 'price-above', 400],
])('`%s` asks for a price alert', (typed, stock, kind, value) => {
  expect(alertAsked(typed)).toEqual({ stock, kind, value })
})

it.each(['700', 'set alert', '700 >', '> 400', '700 > 0', 'above 5', 'over 9000', '700 = 400', 'undervalued 5'])(
  '`%s` asks for none',
  typed => {
    expect(alertAsked(typed)).toBeUndefined()
  },
)
