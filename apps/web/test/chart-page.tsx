import { expect, onTestFinished } from 'vitest'
import { type Locator, locators, page, userEvent } from 'vitest/browser'
import { becomeQuiet } from '../src/api/network-idle.ts'
import { queryClient } from '../src/api/query-client.ts'
import { reload, write } from '../src/api/storage.ts'
import Alert from '../src/app/notices/Alert.tsx'
import { useAlert } from '../src/components/notices/show-alert.ts'
import ChartScreen from '../src/features/chart/ChartScreen.tsx'
import { newestDay } from './chart-market.ts'
import { show, takeDown } from './show.tsx'

/* Operates the chart's screen as a user does. `serveCharts` answers its calls. */

declare module 'vitest/browser' {
  interface LocatorSelectors {
    getByCss(selector: string): Locator
  }
}
locators.extend({ getByCss: (selector: string) => selector })

/** The code of a stock with bases and corporate actions. */
export const stock = '0013'

const texts = ['chart', 'stock', 'drawing', 'studies', 'around', 'compare', 'chart-file', 'replay', 'alerts'] as const
type Look = Omit<NonNullable<Parameters<typeof show>[1]>, 'path' | 'texts'>

/** Opens the screen as if the page were reloaded: only what the browser stores is left of earlier visits. */
export async function openScreen(search = '', look: Look = {}) {
  await takeDown()
  await queryClient.cancelQueries()
  queryClient.clear()
  reload()
  // In the app, the gate would have stored this account.
  write('deviceAccount', '1')
  // A chart requests related data only once the network is idle.
  becomeQuiet()
  const screen = (
    <>
      <ChartScreen />
      <Said />
    </>
  )
  await show(screen, { ...look, path: `/interactive-chart${search}`, texts: [...texts] })
}

/** Renders the app's alert. */
function Said() {
  const said = useAlert()
  return said && <Alert message={said.message} onClose={said.done} />
}
/** Returns the alert's text and dismisses the alert. */
export async function alertSaid() {
  const said = page.getByRole('alertdialog')
  await expect.element(said).toBeVisible()
  const text = textOf(said.getByRole('heading'))
  await said.getByRole('button', { name: 'OK' }).click()
  await expect.element(said).not.toBeInTheDocument()
  return text
}

/** Opens the chart of a symbol; by default, of the last one shown. */
export async function openChart(symbol?: string, look?: Look) {
  await openScreen(symbol && `?symbol=${symbol}`, look)
  await expect.element(inView().first()).toBeInTheDocument()
}

/** Changes the page's address, as a link does, until the test ends. */
export function visit(address: string) {
  const before = location.href
  history.replaceState(null, '', address)
  onTestFinished(() => history.replaceState(null, '', before))
}

/** Leaves the screen and removes the queries that were meant to fail: `putAway` would otherwise fail the test. */
export async function leaveFailures() {
  await leave()
  queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
}
/** Leaves the screen for another one. */
export async function leave() {
  await takeDown()
  await show(<h1>Watchlists</h1>)
}

export const chart = () => page.getByRole('application')
export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const textOf = (locator: Locator) => (locator.element() as HTMLElement).innerText
export const textsOf = (locator: Locator) => locator.elements().map(element => (element as HTMLElement).innerText)
export async function hasCount(locator: Locator, count: number) {
  await expect.poll(() => locator.elements().length, { message: locator.selector }).toBe(count)
}
export async function isPressed(name: string) {
  await expect.element(button(name)).toHaveAttribute('aria-pressed', 'true')
}
export const focus = (locator: Locator) => (locator.element() as HTMLElement).focus()

/** Presses keys one after another. They are named as in `KeyboardEvent.key`, with prefixes such as `Shift+`. */
export const press = (...keys: string[]) => userEvent.keyboard(keys.map(asTyped).join(''))
function asTyped(key: string) {
  const [, held = '', last = ''] = /^((?:\w+\+)*)(.+)$/.exec(key)!
  const modifiers = held.split('+').filter(Boolean)
  const [down, up] = [modifiers.map(it => `{${it}>}`), modifiers.map(it => `{/${it}}`)]
  return [...down, last.length > 1 ? `{${last}}` : last, ...up].join('')
}

/** The studies in the legend above the chart. */
export const studies = () => page.getByCss('[data-study]')
export const study = (text: string) => studies().filter({ hasText: text })
export async function hasStudies(...names: string[]) {
  await hasCount(studies(), names.length)
  for (const [at, name] of names.entries()) await expect.element(studies().nth(at)).toMatchTextContent(name)
}

/** Presses one of the buttons next to a study's values. */
export async function withStudy(text: string, action: 'Hide' | 'Show' | 'Settings of' | 'Remove') {
  const row = study(text).first()
  await row.hover()
  await row.getByRole('button', { name: new RegExp(`^${action} `) }).click()
}

/** The description of the chart's view. After a zoom by key, the announcement of the view also matches. */
export const inView = () => page.getByRole('paragraph').filter({ hasText: /^(In view:|現正顯示：)/ })

/** The view: the days in the chart's description, and the lowest and highest price on its axis. */
export function seen() {
  const text = inView().element().textContent ?? ''
  const [, from = '', to = ''] = /view: (.+) to ([^,]+), .* bars of /.exec(text) ?? []
  const [low = '', high = ''] = chart().first().element().getAttribute('data-axis')?.split(' ') ?? []
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return { from, to, days, low: numberIn(low), high: numberIn(high) }
}
export const numberIn = (text: string) => Number(text.replaceAll(',', ''))

/** The view once it has stopped changing: the chart describes it 150 ms after a move. */
export async function settled() {
  let before = ''
  let times = 0
  await expect
    .poll(() => {
      const now = inView().element().textContent ?? ''
      times = now === before ? times + 1 : 0
      before = now
      return times
    })
    .toBeGreaterThan(4)
  return seen()
}

/**
 * Days from the day `months` months ago to the first visible bar. Not always 0, because that day may be on a weekend.
 */
export function daysLate(months: number) {
  const newest = new Date(newestDay)
  const [year, month] = [newest.getUTCFullYear(), newest.getUTCMonth() - months]
  // Uses the month's last day if the month is too short.
  const begin = Math.min(Date.UTC(year, month, newest.getUTCDate()), Date.UTC(year, month + 1, 0))
  return (Date.parse(`${seen().from} UTC`) - begin) / 86_400_000
}

/** Selects a symbol through the search, as a user does. */
export async function choose(typed: string) {
  const field = page.getByRole('combobox', { name: 'Symbol' })
  await field.click()
  await field.fill(typed)
  await page.getByRole('option').filter({ hasText: typed }).first().click()
}

export type Spot = { x: number; y: number }
/** A spot in the price pane, given as fractions of its width and of the upper half of the chart's height. */
export function spot(across: number, down: number): Spot {
  const element = chart().first().element()
  element.scrollIntoView({ block: 'nearest' })
  const box = element.getBoundingClientRect()
  return { x: Math.round(box.x + (box.width - 70) * across), y: Math.round(box.y + box.height * 0.5 * down) }
}
export type At = [across: number, down: number]

/** Clicks spots of the price pane with the mouse. */
export async function clickAt(...spots: At[]) {
  for (const at of spots) await userEvent.pointer({ keys: '[MouseLeft]', coords: spot(...at) })
}
export const rightClick = (coords: Spot) => userEvent.pointer([{ coords }, { keys: '[MouseRight]', coords }])

/** Drags the mouse along several spots. */
export async function dragAlong([first, ...rest]: Spot[]) {
  const down = [{ coords: first! }, { keys: '[MouseLeft>]', coords: first! }]
  await userEvent.pointer([
    ...down,
    ...rest.map(coords => ({ coords })),
    { keys: '[/MouseLeft]', coords: rest.at(-1)! },
  ])
}
export async function dragFrom(from: At, to: At) {
  const [a, b] = [spot(...from), spot(...to)]
  await dragAlong([a, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, b])
}

/** Selects a tool in the sheet of all tools, as a user does. */
export async function takeTool(name: string) {
  await button('All tools').click()
  const sheet = page.getByRole('dialog', { name: 'Drawing tools' })
  await sheet.getByRole('button', { name }).first().click()
  await expect.element(sheet).not.toBeInTheDocument()
  await inHand(name)
}
/** Waits until the tool's code is loaded; until then, keys and fingers move the chart. */
export async function inHand(name: string) {
  await expect.element(page.getByRole('paragraph').filter({ hasText: new RegExp(`${name}(: |：)`) })).toBeVisible()
}
/** An entry in the list of drawings. */
export const listed = (name: RegExp) => page.getByRole('listitem').getByRole('button', { name })
export const priceOf = (line: Locator) => numberIn(/at ([\d.,]+)/.exec(textOf(line))![1]!)
/** Finds the heading of the list of drawings with this count. */
export const drawings = (count: number) => page.getByText(count === 1 ? '1 drawing' : `${count} drawings`)

export async function openMore(item: string) {
  await button('More').click()
  await page.getByRole('menuitem', { name: item }).click()
}
export async function saveAs(name: string) {
  await openMore('Save as…')
  await page.getByRole('textbox', { name: 'Chart name' }).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
}
export async function openSaved(name: string) {
  await button('Open').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
}

/** The entries in the legend of a comparison: the chart's own symbol, then the compared ones. */
export const compared = () => page.getByCss('[data-compared]')
/** The change that the legend shows for a symbol; NaN if it shows none. */
export function percentOf(symbol: string) {
  const text = textOf(page.getByCss(`[data-compared="${symbol}"]`))
  return numberIn(/([+-]?[\d,.]+)%/.exec(text)?.[1] ?? 'none')
}
/** Adds a symbol to the comparison, as a user does. */
export async function addCompared(typed: string) {
  const before = compared().elements().length
  await page
    .getByCss('button[aria-haspopup=dialog]')
    .filter({ hasText: /Compare|比較/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill(typed)
  await dialog.getByRole('option').filter({ hasText: typed }).first().click()
  await hasCount(dialog.getByRole('listitem'), Math.max(before, 1))
  await press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
}
