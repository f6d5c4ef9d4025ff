import type { RecordedPick } from '@finlist/contract/record'
import type { Stock } from '@finlist/domain/picking/bars'
import { type Canonical, canonical } from '@finlist/domain/picking/canonical'
import { isoDay } from '@finlist/domain/picking/days'
import { issueOf } from '@finlist/domain/picking/issue'
import { oneHash } from '@finlist/domain/picking/method'
import { shortBars } from '@finlist/domain/record/stock-bars'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../../../test/network-edge.ts'
import { pick } from '../../../../test/picks.ts'
import { looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import { CheckPick } from './CheckPick.tsx'

const today = 20_000
/** Stocks that rise, each along a different wave. The list contains some of them. */
const stocks = Array.from({ length: 30 }, (_, n): Stock => {
  const days = Array.from({ length: 400 }, (_, at) => today - 399 + at)
  const close = days.map(
    (_, at) => Math.round((20 + n + at * (0.05 + n * 0.01) + Math.sin(at / (9 + n)) * 3) * 100) / 100,
  )
  return {
    code: `S${n}`,
    days,
    high: close.map(price => Math.round(price * 1.01 * 100) / 100),
    low: close.map(price => Math.round(price * 0.99 * 100) / 100),
    close,
    volume: close.map(() => 90_000_000),
  }
})
const { picks, constants } = issueOf('US', stocks, today)
const [row] = picks
const told: RecordedPick = {
  seq: 104,
  made: 'method',
  constants,
  row: canonical(row as unknown as Canonical),
  bars: shortBars(stocks.find(({ code }) => code === row!.code)!, today),
}

type Answer = { data?: RecordedPick; status?: number; errors?: { message: string; code?: string }[] }

async function check(answer: Answer | (() => Answer), look: Parameters<typeof show>[1] = {}) {
  const sent = answerCalls({ 'GET /record/pick/US': () => (typeof answer === 'function' ? answer() : answer) })
  await show(
    <>
      <h1>Pick</h1>
      <CheckPick exchange="US" issueDate={isoDay(today)} stock={pick(0, { stockCode: row!.code })} />
    </>,
    {
      texts: ['why'],
      ...look,
    },
  )
  const button = page.getByRole('button')
  await expect.element(button).toBeVisible()
  expect(sent).toEqual([])
  await button.click()
  return page.getByRole('status')
}

test('a pick is rebuilt from its stock’s bars on demand, and the page states what this check cannot show', async () => {
  const result = await check({ data: told })
  await expect
    .element(result)
    .toMatchTextContent('Recreated from 400 days of prices: identical to entry 104 of the record.')
  await expect
    .element(result)
    .toMatchTextContent(row!.base ? 'its close, base, buy point, stop, trend conditions and score' : 'lack of a base')
  await expect.element(result).toMatchTextContent(`the strength rank (${row!.rank})`)
  await expect.element(result.getByRole('link', { name: 'Check the record' })).toHaveAttribute('href', '/verify')
})

test('a pick is rebuilt even if its list is from an earlier version, which states one hash of the rules and all limits', async () => {
  const result = await check({ data: { ...told, constants: oneHash.hash } })
  await expect.element(result).toMatchTextContent('identical to entry 104 of the record.')
})

test('a changed bar is detected, and the first field that differs is named', async () => {
  const bars = { ...told.bars!, close: told.bars!.close.with(-1, told.bars!.close.at(-1)! + 100) }
  const result = await check({ data: { ...told, bars } })
  await expect
    .element(result)
    .toMatchTextContent('The recreated pick differs from entry 104 of the record. The first difference is in ')
  await expect.element(result).toMatchTextContent('The record itself never changes.')
})

test.each<[string, Answer, string]>([
  ['staff made the list', { data: { ...told, made: 'staff', row: null } }, 'This list was made by staff'],
  ['the method’s list has it not', { data: { ...told, row: null } }, 'isn’t in the method’s own list'],
  ['its prices are not there', { data: { ...told, bars: null } }, 'aren’t available as the method used them'],
  ['another version made it', { data: { ...told, constants: 'x' } }, 'made with another version of the method'],
  ['the record has no such issue', { status: 404, errors: [{ message: 'no' }] }, 'This issue is older than the record'],
  [
    'the source allows no more than a look',
    { status: 403, errors: [{ message: 'no', code: 'not-handed-on' }] },
    'may show this market’s prices but not pass them on',
  ],
  ['the plan is of another market', { status: 403, errors: [{ message: 'no' }] }, 'you need a plan for this market'],
])('if %s, checking a pick says so and leads to the full check', async (_, answer, said) => {
  const result = await check(answer)
  await expect.element(result).toMatchTextContent(said)
  await expect.element(result.getByRole('link')).toHaveAttribute('href', '/verify')
})

test('checking a pick can be retried after a failed load', async () => {
  let isDown = true
  const result = await check(() => (isDown ? { status: 500, errors: [{ message: 'down' }] } : { data: told }))
  await expect.element(result.getByRole('alert')).toBeVisible()
  isDown = false
  await result.getByRole('alert').getByRole('button').click()
  await expect.element(result).toMatchTextContent('identical to entry')
})

test.each(looks)('the texts of checking a pick are in $language and fit a narrow phone', async look => {
  const result = await check({ data: told }, { ...look, screen: 'narrow' })
  await expect.element(result.getByRole('link')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/\{\{|undefined|not\.|same/)
  expect(sticksOut()).toEqual([])
  await noViolations()
})
