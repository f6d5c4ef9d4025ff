import type { Watchlist } from '@finlist/contract/watchlist'
import type { Language } from '@finlist/i18n/languages'
import { expect, type Page, type TestType } from '@playwright/test'
import { becomesQuiet } from '../../tools/quiet.ts'
import { signInAs, signInByApi } from '../accounts.ts'
import { asPerson } from '../api.ts'
import { apart } from '../chart/chart-page.ts'
import { compared } from '../chart/compare-page.ts'
import { Hand, KeyboardHand } from '../hand.ts'
import { newList } from '../lists.ts'
import { type Look, openIn } from '../themes.ts'
import { type Words, wordsOf } from '../words.ts'

type Task = {
  name: string
  /** Maximum number of presses. If it is not set, presses are only counted. */
  aim?: number
  /** Whether the task requires a purchased plan. */
  buys?: true
  does: (hand: Hand, { word, like, isPhone }: Words & { isPhone: boolean; language: Language }) => Promise<void>
}

type Named = { stockCode: string; stockName: string; stockNameZh: string }

const row = (page: Page) => page.locator('[data-code][data-highlight=strong]').first()
const rowLink = (page: Page) => row(page).getByRole('link').first()

/** The core tasks, each from the signed-in user's start page. */
const tasks: Task[] = [
  {
    name: 'find a pick near its buy point',
    aim: 3,
    async does(hand, { word }) {
      const { page } = hand
      await hand.press(page.getByRole('main').getByRole('link', { name: word('shell', 'screen.finder') }))
      await hand.press(page.getByRole('button', { name: word('finder', 'preset.near-buy-point') }))
      await expect(page.locator('[data-code]').first()).toBeVisible()
    },
  },
  {
    name: 'see why it is a pick',
    aim: 3,
    async does(hand, { word }) {
      await hand.press(rowLink(hand.page))
      await expect(hand.page.getByRole('heading', { name: word('why', 'why') })).toBeVisible()
    },
  },
  {
    name: 'add it to a list',
    aim: 3,
    async does(hand, { word, like }) {
      const { page } = hand
      await hand.press(row(page).getByRole('button', { name: like('finlist', 'watchlist.add') }))
      const dialog = page.getByRole('dialog')
      await hand.choose(dialog.getByRole('combobox', { name: word('watchlist', 'list') }), 'Mine')
      await hand.fill(dialog.getByLabel(word('watchlist', 'shares')), '100')
      await expect.poll(() => asPerson<Watchlist[]>(page, '/watchlist/user')).toMatchObject([{ stockCount: 1 }])
    },
  },
  {
    name: 'set an alert',
    aim: 4,
    async does(hand, { word, like }) {
      const { page } = hand
      await hand.press(rowLink(page))
      await hand.press(page.getByRole('button', { name: word('stock', 'alert.set') }))
      await hand.fill(page.getByRole('dialog', { name: word('alerts', 'set.title') }).getByRole('spinbutton'), '9999')
      await expect(page.getByText(like('alerts', 'set.done'))).toBeVisible()
    },
  },
  {
    name: 'see what changed',
    aim: 3,
    async does(hand, { word, like }) {
      await hand.press(hand.page.getByText(like('why', 'changes')))
      await expect(hand.page.getByRole('region', { name: word('why', 'changes.left') })).toBeVisible()
    },
  },
  {
    name: 'compare with the index',
    aim: 4,
    async does(hand, { word }) {
      const { page } = hand
      await apart(page.context())
      await hand.press(rowLink(page))
      await hand.press(page.getByRole('dialog').getByRole('link', { name: word('shell', 'screen.chart') }))
      await hand.press(page.getByRole('button', { name: word('chart', 'compare') }))
      const dialog = page.getByRole('dialog', { name: word('compare', 'title') })
      await hand.fill(dialog.getByRole('combobox'), 'HSI', dialog.getByRole('option', { name: 'HSI' }))
      await expect(compared(page)).toHaveCount(2)
    },
  },
  {
    name: 'read the market',
    aim: 3,
    async does(hand, { word, isPhone }) {
      const name = word('shell', isPhone ? 'nav.trend' : 'nav.markettrend')
      await hand.press(hand.page.getByRole('link', { name }))
      await expect(hand.page.getByRole('heading', { name: word('market-trend', 'term.short') })).toBeVisible()
    },
  },
  {
    name: 'find a stock by name',
    aim: 3,
    async does(hand, { word, language }) {
      const { page } = hand
      const [newest] = await asPerson<string[]>(page, '/finlist/HKEX/issue-dates')
      const picks = await asPerson<Named[]>(page, `/finlist/HKEX?issueDate=${newest}`)
      const code = await row(page).getAttribute('data-code')
      const { stockName, stockNameZh } = picks.find(({ stockCode }) => stockCode === code)!
      await hand.press(page.getByRole('button', { name: word('shell', 'search') }))
      await hand.fill(
        page.getByRole('combobox', { name: word('search', 'field') }),
        language === 'zh' ? stockNameZh : stockName,
      )
      await expect(page).toHaveURL(/stock=|symbol=/)
    },
  },
  {
    name: 'check a past pick',
    aim: 3,
    async does(hand, { word, like }) {
      const { page } = hand
      await hand.press(page.getByRole('tab').nth(3))
      await hand.press(rowLink(page))
      await hand.press(page.getByRole('button', { name: word('why', 'check') }))
      // The result of the check depends on the issue's entry in the public record.
      const answers = ['same_one', 'same_other', 'differs', 'not.not-recorded'].map(
        key => like('check-pick', key).source,
      )
      await expect(page.getByText(new RegExp(answers.join('|'))).first()).toBeVisible()
    },
  },
  {
    name: 'change the plan',
    buys: true,
    async does(hand, { word, like }) {
      const { page } = hand
      const account = word('shell', 'screen.dashboard')
      await hand.press(page.getByRole('button', { name: word('shell', 'user-menu.label') }))
      await hand.press(page.getByRole('menuitem', { name: account }))
      await page.getByRole('heading', { name: account }).waitFor()
      await hand.press(page.getByRole('button', { name: word('billing', 'plan.finlist-hk') }))
      await hand.press(page.getByRole('button').filter({ has: page.getByText(like('dashboard', 'period.choose')) }))
      await page.getByRole('heading', { name: like('dashboard', 'change.title') }).waitFor()
    },
  },
  {
    name: 'read a receipt',
    aim: 3,
    buys: true,
    async does(hand, { word }) {
      const { page } = hand
      await hand.press(page.getByRole('button', { name: word('shell', 'search') }))
      await hand.fill(page.getByRole('combobox', { name: word('search', 'field') }), word('search', 'receipts'))
      const tab = page.context().waitForEvent('page')
      await hand.press(page.getByRole('button', { name: /PDF/ }))
      await tab
    },
  },
  {
    name: 'switch language',
    aim: 3,
    async does(hand, { word, language }) {
      const other = language === 'en' ? 'zh' : 'en'
      await hand.press(hand.page.getByRole('button', { name: word('shell', 'user-menu.label') }))
      await hand.press(hand.page.getByRole('menuitemradio', { name: word('shell', `language.${other}`) }))
      await expect(hand.page.getByRole('main')).toContainText(wordsOf(other).word('shell', 'market.hk'))
    },
  },
]

type Test = TestType<{ page: Page; isMobile: boolean }, object>

/** Adds a story for each task. The story counts the task's presses. */
export function countTasks(test: Test) {
  for (const task of tasks) {
    const { name, aim } = task
    test(`${name}: ${aim === undefined ? 'counted' : `at most ${aim}`}`, async ({ page, isMobile }) => {
      const hand = new Hand(page)
      await doTask(task, hand, { language: 'en', isPhone: isMobile })
      console.log(`${name}: ${hand.presses}`)
      if (aim !== undefined) expect(hand.presses).toBeLessThanOrEqual(aim)
    })
  }
}

/**
 * Adds a story for every other task, beginning with the first or the second. The story performs the task by keyboard
 * alone, in one language and theme.
 */
export function typeTasks(test: Test, look: Look, begin: 0 | 1) {
  for (const task of tasks.filter((_, nth) => nth % 2 === begin))
    test(`by keyboard alone, with the focus never lost or covered: ${task.name}`, async ({ page, isMobile }) => {
      const hand = new KeyboardHand(page)
      await openIn(page, look)
      await doTask(task, hand, { language: look.language, isPhone: isMobile })
      console.log(`${task.name}, ${look.language}: ${hand.stops} stops, ${hand.presses} presses`)
      expect({ lost: hand.lost, covered: hand.covered }).toEqual({ lost: [], covered: [] })
    })
}

type In = { language: Language; isPhone: boolean }

async function doTask({ name, buys, does }: Task, hand: Hand, { language, isPhone }: In) {
  const { page } = hand
  if (buys) await signInByApi(page.request, 'hk-quarterly')
  else await signInAs(page, 'hk-yearly')
  if (name === 'add it to a list') await newList(page, 'Mine')
  await page.goto('/start')
  await row(page).waitFor()
  // Moves the mouse, because the page defers some of its loading until the user interacts.
  await page.mouse.move(5, 5)
  await becomesQuiet(page)
  await does(hand, { ...wordsOf(language), language, isPhone })
}
