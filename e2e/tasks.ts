import type { Watchlist } from '@finlist/contract/watchlist'
import { expect, type Page, type TestType } from '@playwright/test'
import { becomesQuiet } from '../tools/quiet.ts'
import { signIn, signInToDemo } from './accounts.ts'
import { asPerson } from './api.ts'
import { apart } from './chart-page.ts'
import { compared } from './compare-page.ts'
import { Hand, KeyboardHand } from './hand.ts'
import { newList } from './lists.ts'

type Task = {
  name: string
  /** At most; left out: it is counted alone. */
  aim?: number
  /** Needs a plan that was bought. */
  buys?: true
  does: (hand: Hand, isPhone: boolean) => Promise<void>
}

const row = (page: Page) => page.locator('[data-code][data-highlight=strong]').first()
const rowLink = (page: Page) => row(page).getByRole('link').first()
const menu = (page: Page) => page.getByRole('button', { name: 'Account menu' })

/** The core tasks, each from the start page of who is signed in. */
const tasks: Task[] = [
  {
    name: 'find a pick near its buy point',
    aim: 3,
    async does(hand) {
      const { page } = hand
      await hand.press(page.getByRole('main').getByRole('link', { name: 'Finder' }))
      await hand.press(page.getByRole('button', { name: /^Near the buy point/ }))
      await expect(page.locator('[data-code]').first()).toBeVisible()
    },
  },
  {
    name: 'see why it is a pick',
    aim: 3,
    async does(hand) {
      await hand.press(rowLink(hand.page))
      await expect(hand.page.getByRole('heading', { name: 'Why this pick' })).toBeVisible()
    },
  },
  {
    name: 'add it to a list',
    aim: 3,
    async does(hand) {
      const { page } = hand
      await hand.press(row(page).getByRole('button', { name: /to a watchlist$/ }))
      await hand.choose(page.getByRole('dialog').getByRole('combobox', { name: 'Watchlist' }), 'Mine')
      await hand.fill(page.getByRole('dialog').getByLabel('Shares'), '100')
      await expect.poll(() => asPerson<Watchlist[]>(page, '/watchlist/user')).toMatchObject([{ stockCount: 1 }])
    },
  },
  {
    name: 'set an alert',
    aim: 4,
    async does(hand) {
      const { page } = hand
      await hand.press(rowLink(page))
      await hand.press(page.getByRole('button', { name: 'Set an alert' }))
      await hand.fill(page.getByRole('dialog', { name: /^Set an alert/ }).getByRole('spinbutton'), '9999')
      await expect(page.getByText(/^Set\. /)).toBeVisible()
    },
  },
  {
    name: 'see what changed',
    aim: 3,
    async does(hand) {
      await hand.press(hand.page.getByText(/\d+ new · \d+ stayed · \d+ left/))
      await expect(hand.page.getByRole('region', { name: 'Left' })).toBeVisible()
    },
  },
  {
    name: 'compare with the index',
    aim: 4,
    async does(hand) {
      const { page } = hand
      await apart(page.context())
      await hand.press(rowLink(page))
      await hand.press(page.getByRole('dialog').getByRole('link', { name: 'Interactive Chart' }))
      await hand.press(page.getByRole('button', { name: 'Compare' }))
      const dialog = page.getByRole('dialog', { name: 'Compare' })
      await hand.fill(dialog.getByRole('combobox'), 'HSI', dialog.getByRole('option', { name: 'HSI' }))
      await expect(compared(page)).toHaveCount(2)
    },
  },
  {
    name: 'read the market',
    aim: 3,
    async does(hand, isPhone) {
      await hand.press(hand.page.getByRole('link', { name: isPhone ? 'Trend' : 'Market Indicators' }))
      await expect(hand.page.getByRole('heading', { name: 'Short term' })).toBeVisible()
    },
  },
  {
    name: 'find a stock by name',
    aim: 3,
    async does(hand) {
      const { page } = hand
      const name = (await rowLink(page).textContent())!
      const word =
        /\d{4}\s*([A-Za-z]+ [A-Za-z]+)/.exec(name)?.[1] ??
        /[A-Z][a-z]+ [A-Z][a-z]+/.exec((await row(page).textContent())!)![0]
      await hand.press(page.getByRole('button', { name: 'Search' }))
      await hand.fill(page.getByRole('combobox', { name: /Stock code or name/ }), word)
      await expect(page).toHaveURL(/stock=|symbol=/)
    },
  },
  {
    name: 'check a past pick',
    aim: 3,
    async does(hand) {
      const { page } = hand
      await hand.press(page.getByRole('tab').nth(3))
      await hand.press(rowLink(page))
      await hand.press(page.getByRole('button', { name: 'Check this pick' }))
      // What it finds depends on what the record has of the issue.
      await expect(page.getByText(/^Made again from|of the record|older than the record/).first()).toBeVisible()
    },
  },
  {
    name: 'change the plan',
    buys: true,
    async does(hand) {
      const { page } = hand
      await hand.press(menu(page))
      await hand.press(page.getByRole('menuitem', { name: 'My Account' }))
      // The list has a button for its column of changes.
      await page.getByRole('heading', { name: 'My Account' }).waitFor()
      await hand.press(page.getByRole('button', { name: /Change|Manage|Upgrade/ }))
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'read a receipt',
    aim: 3,
    buys: true,
    async does(hand) {
      const { page } = hand
      await hand.press(page.getByRole('button', { name: 'Search' }))
      await hand.fill(page.getByRole('combobox', { name: /Stock code or name/ }), 'Receipts')
      const tab = page.context().waitForEvent('page')
      await hand.press(page.getByRole('button', { name: /PDF/ }))
      await tab
    },
  },
  {
    name: 'switch language',
    aim: 3,
    async does(hand) {
      await hand.press(menu(hand.page))
      await hand.press(hand.page.getByRole('menuitemradio', { name: '中文' }))
      await expect(hand.page.getByRole('main')).toContainText('香港')
    },
  },
]

type Test = TestType<{ page: Page; isMobile: boolean }, object>

/** A story for each task, whose presses are counted. */
export function countTasks(test: Test) {
  for (const task of tasks) {
    const { name, aim } = task
    test(`${name}: ${aim === undefined ? 'counted' : `at most ${aim}`}`, async ({ page, isMobile }) => {
      const hand = new Hand(page)
      await doTask(task, hand, isMobile)
      console.log(`${name}: ${hand.presses}`)
      if (aim !== undefined) expect(hand.presses).toBeLessThanOrEqual(aim)
    })
  }
}

/** A story for each task, done by keyboard alone. */
export function typeTasks(test: Test) {
  for (const task of tasks)
    test(`by keyboard alone, with the focus never lost or covered: ${task.name}`, async ({ page, isMobile }) => {
      const hand = new KeyboardHand(page)
      await doTask(task, hand, isMobile)
      console.log(`${task.name}: ${hand.stops} stops, ${hand.presses} presses`)
      expect({ lost: hand.lost, covered: hand.covered }).toEqual({ lost: [], covered: [] })
    })
}

async function doTask({ name, buys, does }: Task, hand: Hand, isPhone: boolean) {
  const { page } = hand
  if (buys) await signInToDemo(page, 'hk-quarterly', '/tools')
  else await signIn(page, 'hk-yearly', '/tools')
  if (name === 'add it to a list') await newList(page, 'Mine')
  await page.goto('/start')
  await row(page).waitFor()
  // What comes once the page is turned to.
  await page.mouse.move(5, 5)
  await becomesQuiet(page)
  await does(hand, isPhone)
}
