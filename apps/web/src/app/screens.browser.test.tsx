import { user } from '@finlist/contract/account/account'
import type { ChartHistory } from '@finlist/contract/charts/chart'
import { everyRight } from '@finlist/domain/plans/rights'
import { expect, test } from 'vitest'
import { giveOperator, person } from '../../test/billing.ts'
import { allAnswered, answerCalls } from '../../test/network-edge.ts'
import { sampleAnswers } from '../../test/samples.ts'
import { looks, noViolations, show } from '../../test/show.tsx'
import { callQuery, queryClient } from '../api/query-client.ts'
import { applyRisingPrices } from '../api/theme.ts'
import { routes, type Screen } from './paths.ts'
import { screenOf } from './screens.ts'

const staff = { ...person, roles: ['admin'], rights: [...everyRight] } as const

/** The 369 days up to 17 July 2026. */
const days = Array.from({ length: 369 }, (_, at) => Date.UTC(2026, 6, 17) - (368 - at) * 86_400_000)
const closes = days.map((_, at) => 20 + at / 20 + Math.sin(at / 9) * 2)
const history: ChartHistory = {
  s: 'ok',
  t: days.map(ms => ms / 1_000),
  o: closes,
  h: closes.map(price => price + 1),
  l: closes.map(price => price - 1),
  c: closes,
  v: closes.map(price => price * 100_000),
  noData: false,
}

/** Every screen, each with the first of its routes. */
const screens = new Map<Screen, string>(routes.toReversed().map(({ screen, path }) => [screen, path]))

/** The messages on the page about data that could not be loaded. */
const failures = () =>
  [...document.querySelectorAll('[role=alert]')]
    .map(({ textContent }) => textContent)
    .filter(text => /We cannot provide this information|我們暫時未能提供有關資料/.test(text))

/** Screens that have their own frame instead of the app's. */
const whole: readonly Screen[] = ['fintrainer', 'subscribe-verify']

type Look = NonNullable<Parameters<typeof show>[1]>

async function showScreen(screen: Screen, look: Look) {
  giveOperator()
  queryClient.setQueryData(callQuery(user).queryKey, { ...staff, roles: [...staff.roles], rights: [...staff.rights] })
  answerCalls(
    sampleAnswers({
      'GET /users/user': () => ({ data: staff }),
      'GET /tvchart/history': () => ({ plain: history }),
    }),
  )
  const Component = screenOf(screen)
  await show(<Component />, { path: screens.get(screen)!, isWhole: whole.includes(screen), ...look })
  await expect.poll(() => document.querySelector('main')?.textContent).toMatch(/\p{L}/u)
  await allAnswered()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull()
}

for (const look of looks) {
  test.each([...screens.keys()])(
    `%s has no accessibility violations with data of every call, ${look.language}`,
    async screen => {
      await showScreen(screen, look)
      expect(failures()).toEqual([])
      await noViolations()
    },
  )

  test.each(['green', 'red'] as const)(
    `a market’s trend is readable with rises in %s, ${look.language}`,
    async colour => {
      applyRisingPrices(colour)
      await showScreen('markettrend', look)
      expect(document.documentElement.dataset['rising']).toBe(colour)
      await noViolations()
    },
  )
}
