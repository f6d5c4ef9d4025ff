import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { signIn } from './accounts.ts'
import { apart, chart, openChart, seen, settled, spot, stock } from './chart-page.ts'
import { inHand, takeTool } from './drawing-page.ts'
import { sticksOut } from './sticks-out.ts'

test.beforeEach(({ context }) => apart(context))

type Finger = { x: number; y: number; id?: number }

/** Fingers on the glass, as the browser gets them. */
async function touches(page: Page) {
  const client: CDPSession = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Finger[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (...at: Finger[]) => send('touchStart', ...at),
    slide: async (from: Finger[], to: Finger[]) => {
      for (let step = 1; step <= 8; step++)
        await send(
          'touchMove',
          ...from.map(({ x, y, id }, at) => ({
            x: x + ((to[at]!.x - x) * step) / 8,
            y: y + ((to[at]!.y - y) * step) / 8,
            ...(id !== undefined && { id }),
          })),
        )
    },
    up: () => send('touchEnd'),
  }
}

test('a phone has every tool in a sheet, aims beside the finger, and still pans and zooms with nothing in hand', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  const hand = await touches(page)
  await page.getByRole('button', { name: 'All tools' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Drawing tools' })
  await expect(sheet.getByRole('listitem')).toHaveCount(21)
  expect(await sticksOut(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Horizontal line', exact: true }).tap()
  await inHand(page, 'Horizontal line')

  // The finger slides: the line lies over it, where it can be seen.
  const { low, high } = await settled(page)
  const from = await spot(page, 0.3, 0.9)
  const finger = await spot(page, 0.6, 0.8)
  await hand.down(from)
  await hand.slide([from], [finger])
  await hand.up()
  await page.getByText('1 drawing', { exact: true }).tap()
  const line = page.getByRole('listitem').getByRole('button', { name: /^Horizontal line: / })
  const price = async () => Number(/at ([\d.,]+)/.exec(await line.innerText())![1]!.replaceAll(',', ''))
  const first = await price()

  await page.evaluate(() => scrollTo(0, 0))
  await takeTool(page, 'Horizontal line')
  const tapped = await spot(page, 0.6, 0.8)
  await page.touchscreen.tap(tapped.x, tapped.y)
  const both = page.getByRole('listitem').getByRole('button', { name: /^Horizontal line: / })
  await expect(both).toHaveCount(2)
  const second = Number(/at ([\d.,]+)/.exec(await both.first().innerText())![1]!.replaceAll(',', ''))
  // 56 px are a good tenth of the chart, and the pane of prices shows what is in view.
  expect(first - second).toBeGreaterThan((high - low) * 0.1)

  // A finger pans from a line that is not selected; two fingers zoom; neither moves a drawing.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Select and move' }).tap()
  const open = await spot(page, 0.5, 0.05)
  await page.touchscreen.tap(open.x, open.y)
  await expect(page.getByRole('group', { name: 'Horizontal line selected' })).toBeHidden()
  const words = await both.allInnerTexts()
  const before = await settled(page)
  const [start, end] = [await spot(page, 0.3, 0.8), await spot(page, 0.8, 0.8)]
  await hand.down(start)
  await hand.slide([start], [end])
  await hand.up()
  await expect.poll(async () => (await seen(page)).from).not.toBe(before.from)
  const panned = await settled(page)
  const [left, right] = [await spot(page, 0.4, 0.5), await spot(page, 0.6, 0.5)]
  const [wideLeft, wideRight] = [await spot(page, 0.1, 0.5), await spot(page, 0.9, 0.5)]
  await hand.down({ ...left, id: 0 }, { ...right, id: 1 })
  await hand.slide(
    [
      { ...left, id: 0 },
      { ...right, id: 1 },
    ],
    [wideLeft, wideRight],
  )
  await hand.up()
  await expect.poll(async () => (await seen(page)).days).toBeLessThan(panned.days * 0.8)
  expect(await both.allInnerTexts()).toEqual(words)

  // What is selected has its sheet of styles.
  await both.first().tap()
  await chart(page).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Style' }).tap()
  const styles = page.getByRole('dialog', { name: 'Horizontal line: style' })
  await styles.getByText('Dotted', { exact: true }).tap()
  await expect(styles.getByRole('radio', { name: 'Dotted' })).toBeChecked()
  expect(await sticksOut(page)).toEqual([])
})

test('several at once by touch: chosen one by one on the chart and in the list, dragged together, deleted at once', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  const hand = await touches(page)
  const tap = async (...[right, down]: [number, number]) => {
    await settled(page)
    const { x, y } = await spot(page, right, down)
    await page.touchscreen.tap(x, y)
  }
  for (const [at, down] of [0.25, 0.5, 0.75].entries()) {
    await takeTool(page, 'Horizontal line')
    await tap(0.5, down)
    await expect(page.getByText(at === 0 ? '1 drawing' : `${at + 1} drawings`, { exact: true })).toBeVisible()
  }
  // The last one is selected: its bar leads to several.
  const bar = (count: number) =>
    page.getByRole('group', { name: count === 1 ? '1 drawing selected' : `${count} drawings selected` })
  await page
    .getByRole('group', { name: 'Horizontal line selected' })
    .getByRole('button', { name: 'Select several' })
    .tap()
  await expect(bar(1)).toBeVisible()
  expect(await sticksOut(page)).toEqual([])
  await tap(0.3, 0.25)
  await expect(bar(2)).toBeVisible()
  await tap(0.3, 0.25)
  await expect(bar(1)).toBeVisible()
  await tap(0.3, 0.25)
  // Beside all drawings nothing changes.
  await tap(0.3, 0.37)
  await expect(bar(2)).toBeVisible()

  await page.getByText('3 drawings', { exact: true }).tap()
  const rows = page.getByRole('listitem').getByRole('button', { name: /^Horizontal line: / })
  const before = await rows.allInnerTexts()
  await page.evaluate(() => scrollTo(0, 0))
  await settled(page)
  const [from, to] = [await spot(page, 0.4, 0.25), await spot(page, 0.4, 0.37)]
  await hand.down(from)
  await hand.slide([from], [to])
  await hand.up()
  // Newest first: the second one was not selected.
  await expect
    .poll(async () => (await rows.allInnerTexts()).map((text, at) => text === before[at]))
    .toEqual([false, true, false])
  await expect(bar(2)).toBeVisible()

  // The list goes on from there.
  await rows.nth(1).tap()
  await expect(bar(3)).toBeVisible()
  await rows.nth(0).tap()
  await expect(bar(2)).toBeVisible()
  await bar(2).getByRole('button', { name: 'Delete the selected drawings' }).tap()
  await expect(page.getByText('1 drawing', { exact: true })).toBeVisible()
  expect(await sticksOut(page)).toEqual([])
})
