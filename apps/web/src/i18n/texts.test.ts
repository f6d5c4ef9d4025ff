import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('./locales/', import.meta.url)
const texts = (language: string, file: string) =>
  JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')) as Record<string, string>
const places = (text: string) => [...text.matchAll(/\{\{\w+\}\}|<\/?\w+>/g)].map(([place]) => place).sort()

test.each(readdirSync(new URL('en', folder)))(
  'the texts of %s have the same structure in both languages (I18N-03)',
  file => {
    const [en, zh] = [texts('en', file), texts('zh', file)]
    expect(Object.keys(zh)).toEqual(Object.keys(en))
    for (const key of Object.keys(en)) {
      const shape = (text = '') => ({ key, written: text !== '', places: places(text), lines: text.split('\n').length })
      expect(shape(zh[key])).toEqual({ ...shape(en[key]), written: true })
    }
  },
)

test('the texts include the keys and texts that the specification quotes (I18N-04)', () => {
  const all = Object.assign({}, ...readdirSync(new URL('en', folder)).map(file => texts('en', file))) as object
  expect(all).toMatchObject({
    'user.data.error.invalid-phone': 'Please input a valid phone number',
    'subscribe.error.terms': 'Please agree to the subscription terms',
    'subscribe.error.validate-coupon': 'Please apply and validate the coupon',
    'subscribe.error.invalid-coupon': 'Please input a valid coupon code',
    'error.forbidden': 'Whoops! Seems like you need to subscribe to see this content.',
    'affiliate.no-info': 'No affiliate information found.',
  })
})

test.each([
  'No active subscriptions',
  'No receipts',
  'No records found',
  "There's no one on the leaderboard yet!",
  'Press + to create your first watch list',
  'Add and apply filters to begin screening',
  'More videos coming soon!',
  'No affiliate information found.',
])('an empty screen says so: %s (I18N-05)', said => {
  const all = readdirSync(new URL('en', folder)).flatMap(file => Object.values(texts('en', file)))
  expect(all.map(text => text.replaceAll('’', "'"))).toContain(said)
})
